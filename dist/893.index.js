export const id = 893;
export const ids = [893];
export const modules = {

/***/ 1893:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  createRun: () => (/* binding */ createRun),
  reportBug: () => (/* binding */ reportBug)
});

// EXTERNAL MODULE: ./build/service/retry.js
var retry = __webpack_require__(9830);
// EXTERNAL MODULE: ./build/service/client.js + 1 modules
var client = __webpack_require__(641);
// EXTERNAL MODULE: ./build/service/pages.js
var pages = __webpack_require__(1664);
// EXTERNAL MODULE: ./build/service/json.js
var json = __webpack_require__(268);
// EXTERNAL MODULE: ./build/deployment/outcome.js + 1 modules
var deployment_outcome = __webpack_require__(2570);
;// CONCATENATED MODULE: ./build/deployment/resolve.js


const NEAREST_SHOWN = 3;
/**
 * Finds the one record that the integration lists for a repository (interface: list repositories of a
 * repository-host integration).
 */
async function resolveRepository(service, { integration_id, repository }, signal) {
    const listed = await listAll(service, integration_id, signal);
    if ('result' in listed)
        return listed;
    const matching = readAll(matchRepository(listed.sent, repository), integration_id);
    if ('result' in matching)
        return matching;
    const matches = withoutRepeats(matching.answer);
    const [record, ...others] = matches;
    if (!record)
        return (0,deployment_outcome/* failed */.gz)(await notFound(repository, listed.sent));
    if (others.length > 0) {
        const records = matches.map(match => `${nameOf(match.read)} (${match.read.url})`).join(', ');
        return (0,deployment_outcome/* failed */.gz)({
            code: 'ambiguous_repository',
            what: `The repository "${repository}" matches ${matches.length} of the integration's repositories: ${records}`,
        });
    }
    if (!record.read.host_integration_id || !record.read.url) {
        return (0,deployment_outcome/* failed */.gz)({
            code: 'unexpected_response',
            what: `The record of the repository "${repository}" carries no host_integration_id or no url`,
        });
    }
    return { record };
}
/** All repositories that an integration can see (interface: list repositories of an integration). */
async function visibleRepositories(service, integration_id, signal) {
    const listed = await listAll(service, integration_id, signal);
    return 'result' in listed ? listed : readAll(listed.sent, integration_id);
}
async function listAll(service, integration_id, signal) {
    const reply = await service.listRepositories(integration_id, signal);
    if (reply.ok)
        return { sent: reply.value };
    const trouble = (0,deployment_outcome/* troubleOf */.LH)(`list the repositories of integration ${integration_id}`, reply.failure);
    return (0,deployment_outcome/* failed */.gz)(trouble.code === 'not_found' && !trouble.hint ? { ...trouble, hint: 'integration' } : trouble);
}
/** Records as the action reads them: all of them, or a failure. */
function readAll(sent, integration_id) {
    const answer = sent.flatMap(record => (0,client/* toRepository */.y4)(record) ?? []);
    if (answer.length === sent.length)
        return { answer };
    return (0,deployment_outcome/* failed */.gz)({
        code: 'unexpected_response',
        what: `A record of the repositories of integration ${integration_id} is nested beyond all reason`,
    });
}
/** The records that are the repository, by URL or by owner and name; case, `.git` and URL forms do not matter. */
function matchRepository(records, repository) {
    const wanted = normalizeRepository(repository);
    const last = wanted.slice(wanted.lastIndexOf('/') + 1);
    // To normalise takes long, and of a hundred thousand records hardly one has the last part of the path in it.
    const isWanted = (text) => text.toLowerCase().includes(last) && normalizeRepository(text) === wanted;
    return records.filter(record => [record['url'], nameOf(record)].some(text => typeof text === 'string' && text !== '' && isWanted(text)));
}
/**
 * One spelling for all forms of a repository: `host/path` for a URL, `owner/name` for a bare name. User names,
 * ports, schemes, case, `.git` and slashes at the ends are left out.
 */
function normalizeRepository(repository) {
    const text = repository.trim().toLowerCase();
    const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:]*)(?::\d*)?(\/.*)?$/.exec(text);
    const scp = /^(?:[^/@:]+@)?([^/@:]+):(.+)$/.exec(text);
    const path = url ? `${url[1]}${url[2] ?? ''}` : scp ? `${scp[1]}/${scp[2]}` : text;
    return path
        .replace(/[?#].*$/, '')
        .replace(/^\/+|\/+$/g, '')
        .replace(/\/{2,}/g, '/')
        .replace(/\.git$/, '');
}
/** A service may list one and the same record twice; that is not an ambiguity. */
function withoutRepeats(matches) {
    return [...new Map(matches.map(match => [JSON.stringify(match.sent), match])).values()];
}
async function notFound(repository, records) {
    const { closest } = await __webpack_require__.e(/* import() */ 129).then(__webpack_require__.bind(__webpack_require__, 4129));
    const names = records.flatMap(record => nameOf(record) ?? []);
    const nearest = closest(pathOf(repository), names, NEAREST_SHOWN);
    const visible = records.length === 1 ? '1 repository' : `${records.length} repositories`;
    return {
        code: 'repository_not_found',
        what: `The repository "${repository}" is not among the ${visible} that the integration can see` +
            (nearest.length > 0 ? `; the nearest are ${nearest.join(', ')}` : ''),
    };
}
/** The owner and name in any form of a repository. */
const pathOf = (repository) => /:/.test(repository)
    ? normalizeRepository(repository).replace(/^[^/]*\//, '')
    : normalizeRepository(repository);
/** `owner/name` of a record; undefined where it does not carry both. */
const nameOf = ({ owner, name }) => typeof owner === 'string' && typeof name === 'string' && owner && name ? `${owner}/${name}` : undefined;

;// CONCATENATED MODULE: ./build/deployment/differences.js


const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * Compares what was asked for with a deployment that exists. Members that the request leaves out, or sets to
 * null, do not count: the service fills in many. Secrets are compared by name alone.
 */
function findDifferences(request, existing) {
    const { sent } = existing;
    return [
        ...compare('source', request.source, sent['source']),
        ...compare('source_config', request.source_config, sent['source_config']),
        ...compare('source_revision_config', request.source_revision_config, sent['source_revision_config']),
        ...compareSecrets(request.secrets, sent['secrets']),
        ...compare('secret_references', request.secret_references, sent['secret_references']),
    ];
}
function compareSecrets(requested, existing) {
    // A service that does not show secrets leaves nothing to compare.
    if (existing === undefined || existing === null)
        return [];
    const wanted = secretNames(requested);
    const there = secretNames(existing);
    return wanted.every(name => there.includes(name))
        ? []
        : [{ path: 'secrets', requested: wanted, existing: there }];
}
/** The names in a list of secrets, whatever else it holds. */
function secretNames(secrets) {
    if (!Array.isArray(secrets))
        return [];
    return secrets.flatMap(secret => {
        const name = (0,json/* isObject */.Gv)(secret) ? secret['name'] : secret;
        return typeof name === 'string' ? [name] : [];
    });
}
function compare(path, requested, existing) {
    if (requested === undefined || requested === null)
        return [];
    if ((0,json/* isObject */.Gv)(requested) && (0,json/* isObject */.Gv)(existing ?? {})) {
        // In an item of a list an empty object is a choice (`emptyDir: {}`); elsewhere it asks for nothing.
        if (existing == null && Object.keys(requested).length === 0 && path.includes('[')) {
            return [{ path, requested, existing: null }];
        }
        const there = (existing ?? {});
        return Object.entries(requested).flatMap(([key, value]) => compare(`${path}.${key}`, value, own(there, key)));
    }
    if (Array.isArray(requested) && Array.isArray(existing ?? [])) {
        return compareLists(path, requested, (existing ?? []));
    }
    return isSame(path, requested, existing) ? [] : [{ path, requested, existing: existing ?? null }];
}
/** Lists of named things (containers, volumes, references) are compared by name, others item by item. */
function compareLists(path, requested, existing) {
    const wanted = byName(requested);
    const there = byName(existing);
    if (wanted && there) {
        return [...wanted].flatMap(([name, value]) => compare(`${path}[${name}]`, value, there.get(name) ?? null));
    }
    if (requested.length !== existing.length)
        return [{ path, requested, existing }];
    return requested.flatMap((value, index) => compare(`${path}[${index}]`, value, existing[index]));
}
function byName(items) {
    const named = new Map();
    for (const item of items) {
        const name = (0,json/* isObject */.Gv)(item) ? item['name'] : undefined;
        if (typeof name !== 'string' || named.has(name))
            return undefined;
        named.set(name, item);
    }
    return named;
}
function isSame(path, requested, existing) {
    if (requested === existing)
        return true;
    if (typeof requested !== 'string' || typeof existing !== 'string')
        return false;
    if (UUID.test(requested))
        return requested.toLowerCase() === existing.toLowerCase();
    return path === 'source_config.repo_url' && normalizeRepository(requested) === normalizeRepository(existing);
}
const own = (object, key) => Object.hasOwn(object, key) ? object[key] : undefined;

;// CONCATENATED MODULE: ./build/deployment/existing.js




/**
 * All deployments that bear exactly this name (interface: list deployments). The service's filter only narrows
 * the walk; it may be a substring, a prefix or nothing at all.
 *
 * @param options whether each request is retried; a caller that looks again by itself has no need of it
 */
async function lookUpName(service, name, signal, options = { retry: true }) {
    const list = (query, until) => service.listDeployments(query, until, options);
    const reply = await (0,pages/* findDeployments */.S)(list, { name }, sent => sent['name'] === name, signal);
    return reply.ok ? allReadable(reply, `a listed deployment named "${name}"`) : reply;
}
/**
 * Listed deployments as the action reads them: all of them, or a failure.
 *
 * @param each what one of them is called in that failure
 */
function allReadable({ value, status }, each) {
    const deployments = [];
    for (const sent of value) {
        const deployment = (0,client/* toDeployment */.HG)(sent);
        if (!deployment) {
            const reason = `${each} carries no id, or cannot be read`;
            return { ok: false, failure: { kind: 'unusable', status, reason, said: { text: '', fields: [] } } };
        }
        deployments.push(deployment);
    }
    return { ok: true, value: deployments, status };
}
/** Two deployments of one name cannot be told apart by a workflow. */
function ambiguousName(name, deployments) {
    const ids = deployments.map(({ read }) => read.id).join(', ');
    return (0,deployment_outcome/* failed */.gz)({
        code: 'ambiguous_name',
        what: `${deployments.length} deployments are named "${name}": ${ids}`,
    });
}
/**
 * Decides what becomes of a run whose name is taken: the deployment is adopted, or the run fails.
 */
function adopt(request, deployment, ifExists, notify) {
    const { id, status } = deployment.read;
    notify({ type: 'not_created' });
    notify({ type: 'deployment', deployment });
    const differences = findDifferences(request, deployment);
    notify({ type: 'differences', differences });
    if (status === 'AWAITING_DELETE') {
        return (0,deployment_outcome/* failed */.gz)({
            code: 'deleted',
            what: `The deployment named "${request.name}" (${id}) is being deleted`,
        });
    }
    if (ifExists === 'fail') {
        return (0,deployment_outcome/* failed */.gz)({
            code: 'already_exists',
            what: `A deployment named "${request.name}" exists already: ${id}`,
        });
    }
    if (differences.length === 0)
        return { result: 'adopted', deployment };
    const paths = differences.map(({ path }) => path).join(', ');
    if (ifExists === 'match') {
        return (0,deployment_outcome/* failed */.gz)({
            code: 'differs',
            what: `The deployment named "${request.name}" (${id}) exists and differs from what was asked for in: ${paths}`,
        });
    }
    notify({ type: 'warning', message: `The deployment differs from what was asked for in: ${paths}` });
    return { result: 'adopted', deployment };
}

;// CONCATENATED MODULE: ./build/deployment/create.js


/**
 * How an unknown POST is settled: pauses before each look-up in milliseconds, for how long the name must have
 * been looked for, and how many of the last look-ups must have worked and shown it absent. A service behind a
 * gateway may commit some seconds after the gateway gave up.
 */
const SETTLING = { pauses: [1000, 2000, 4000, 8000, 5000, 5000], atLeast: 15_000, proofs: 3 };
/**
 * Creates the deployment (interface: create a deployment), at most once, whatever the network does.
 *
 * A POST that was provably not processed is repeated. One whose fate is unknown is not: the name is looked up
 * over a settling time first, and only if it is absent throughout is one more POST sent, after which a second
 * deployment of the name is looked for.
 */
async function createOnce(request, context) {
    const { service, signal } = context;
    const first = await postUntilProcessed(request, context);
    if (first.kind !== 'unknown')
        return first;
    const settled = await settle(request.name, first.failure, context);
    if (settled.kind !== 'absent')
        return settled;
    // A service that reports success and does not create is not helped by being asked again.
    if (first.failure.kind === 'unusable')
        return { kind: 'failed', failure: first.failure };
    const second = await postUntilProcessed(request, context);
    switch (second.kind) {
        case 'failed':
            return second;
        case 'created': {
            const { deployment } = second;
            const reply = await lookUpName(service, request.name, signal);
            const others = reply.ok ? reply.value.filter(({ read }) => read.id !== deployment.read.id) : [];
            return others.length === 0 ? second : { kind: 'duplicate', created: deployment, others };
        }
        case 'taken': {
            // Most likely by the first POST, which the list may be slow to show.
            const again = await settle(request.name, second.failure, context);
            return again.kind === 'found' ? again : second;
        }
        case 'unknown': {
            const again = await settle(request.name, second.failure, context);
            if (again.kind === 'absent')
                return { kind: 'unknown', failure: second.failure };
            if (again.kind === 'unknown' || again.deployments.length === 1)
                return again;
            return { kind: 'duplicate', created: undefined, others: again.deployments };
        }
    }
}
/** Sends the POST, and again only after failures that prove that it was not processed. */
async function postUntilProcessed(request, context) {
    const { service, clock, random, notify, signal } = context;
    const deadline = clock.now() + retry/* RETRY */.p6.total;
    for (let attempt = 1;; attempt++) {
        notify({ type: 'posting' });
        const reply = await service.createDeployment(request, signal);
        if (reply.ok)
            return { kind: 'created', deployment: reply.value };
        const { failure } = reply;
        const fate = fateOf(failure, request.name);
        if (fate !== 'unknown')
            notify({ type: 'not_created' });
        if (fate !== 'not_processed')
            return { kind: fate, failure };
        const delay = (0,retry/* retryDelay */.a2)(attempt, failure, random);
        if (attempt >= retry/* RETRY */.p6.attempts || clock.now() + delay > deadline)
            return { kind: 'failed', failure };
        notify({ type: 'retry', what: 'create the deployment', failure, delay });
        await clock.sleep(delay, signal);
    }
}
/** What a failed POST tells about its effect. */
function fateOf(failure, name) {
    switch (failure.kind) {
        case 'network':
            return failure.sent ? 'unknown' : 'not_processed';
        case 'unusable':
            return 'unknown';
        case 'redirect':
            return 'failed';
        case 'refused':
            if (retry/* NOT_PROCESSED */.dw.has(failure.status))
                return 'not_processed';
            if (failure.status >= 500)
                return 'unknown';
            return saysNameIsTaken(failure.status, failure.said, name) ? 'taken' : 'failed';
    }
}
const TAKEN = /already (exists?|taken|in use|used)|is taken|not unique|must be unique|not available|duplicate/i;
/** 409 says so by itself; of a 400 or 422 the words must, and they must be about the deployment or its name. */
function saysNameIsTaken(status, said, name) {
    if (status === 409)
        return true;
    if (status !== 400 && status !== 422)
        return false;
    const isAboutIt = (text) => /\b(name|named|deployment|project)\b/i.test(text) || text.includes(name);
    const fields = said.fields.filter(({ msg }) => TAKEN.test(msg));
    if (said.fields.length > 0)
        return fields.some(({ loc, msg }) => loc.at(-1) === 'name' || isAboutIt(msg));
    return TAKEN.test(said.text) && isAboutIt(said.text);
}
/** Looks the name up over the settling time: found, absent beyond doubt, or still unknown. */
async function settle(name, failure, { service, clock, notify, signal }) {
    notify({ type: 'unsure', failure });
    const started = clock.now();
    let absent = 0;
    for (const pause of SETTLING.pauses) {
        await clock.sleep(pause, signal);
        const reply = await lookUpName(service, name, signal, { retry: false });
        if (reply.ok && reply.value.length > 0)
            return { kind: 'found', deployments: reply.value };
        if (!reply.ok)
            notify({ type: 'look_failed', failure: reply.failure });
        absent = reply.ok ? absent + 1 : 0;
        if (absent >= SETTLING.proofs && clock.now() - started >= SETTLING.atLeast)
            return { kind: 'absent' };
    }
    return { kind: 'unknown', failure };
}

// EXTERNAL MODULE: ./build/deployment/request.js
var deployment_request = __webpack_require__(9179);
;// CONCATENATED MODULE: ./build/deployment/deploy.js





/**
 * Creates the deployment that is ordered, or adopts the one that is there, and waits for it as asked.
 *
 * Failures of the service are outcomes. What comes to be known on the way is told to `notify` at once, so that
 * it can be reported whatever happens after. An abort of `signal` is thrown.
 */
async function deploy(order, world) {
    const { draft, repository, if_exists, dry_run } = order;
    const { service, notify, signal } = world;
    notify({ type: 'phase', phase: 'look_up' });
    const [resolved, lookedUp] = await Promise.all([
        repository ? resolveRepository(service, repository, signal) : undefined,
        lookUpName(service, draft.name, signal),
    ]);
    if (resolved && 'result' in resolved)
        return resolved;
    if (resolved)
        notify({ type: 'repository', record: resolved.record.read });
    const request = (0,deployment_request/* buildRequest */.mK)(draft, resolved?.record.read);
    notify({ type: 'request', request });
    if (!lookedUp.ok)
        return (0,deployment_outcome/* failed */.gz)((0,deployment_outcome/* troubleOf */.LH)(`look up the name "${draft.name}"`, lookedUp.failure));
    const existing = lookedUp.value;
    notify({ type: 'looked_up', found: existing.length });
    if (existing.length > 1)
        return ambiguousName(draft.name, existing);
    const [deployment] = existing;
    if (dry_run) {
        const adopted = deployment && adopt(request, deployment, if_exists, notify);
        return adopted?.result === 'failed' ? adopted : { result: 'dry_run' };
    }
    const outcome = deployment
        ? adopt(request, deployment, if_exists, notify)
        : await create(request, if_exists, world);
    return wait(outcome, order, world);
}
/** Sends the POST, and turns what came of it into an outcome. */
async function create(request, ifExists, world) {
    const { service, notify, signal } = world;
    notify({ type: 'phase', phase: 'create' });
    const creation = await createOnce(request, world);
    switch (creation.kind) {
        case 'created':
            notify({ type: 'created' });
            notify({ type: 'deployment', deployment: creation.deployment });
            return { result: 'created', deployment: creation.deployment };
        case 'found':
            return adoptFound(request, creation.deployments, ifExists, world);
        case 'duplicate': {
            const { created, others } = creation;
            if (created) {
                notify({ type: 'created' });
                notify({ type: 'deployment', deployment: created });
            }
            return (0,deployment_outcome/* failed */.gz)(duplicated(request.name, created ? [created, ...others] : others));
        }
        case 'taken': {
            const lookedUp = await lookUpName(service, request.name, signal);
            if (!lookedUp.ok)
                return (0,deployment_outcome/* failed */.gz)((0,deployment_outcome/* troubleOf */.LH)(`look up the name "${request.name}"`, lookedUp.failure));
            const [deployment, ...others] = lookedUp.value;
            if (!deployment)
                return (0,deployment_outcome/* failed */.gz)(nameTaken(request.name, (0,deployment_outcome/* troubleOf */.LH)('create the deployment', creation.failure)));
            if (others.length > 0)
                return ambiguousName(request.name, lookedUp.value);
            return adopt(request, deployment, ifExists, notify);
        }
        case 'failed':
            return (0,deployment_outcome/* failed */.gz)((0,deployment_outcome/* troubleOf */.LH)('create the deployment', creation.failure));
        case 'unknown':
            return (0,deployment_outcome/* failed */.gz)(unknownOutcome(request.name, (0,deployment_outcome/* troubleOf */.LH)('create the deployment', creation.failure)));
    }
}
/** A deployment that appeared while the fate of a POST was unknown: made by this run, or by one beside it. */
function adoptFound(request, deployments, ifExists, { notify }) {
    const [deployment, ...others] = deployments;
    if (!deployment || others.length > 0)
        return ambiguousName(request.name, deployments);
    notify({
        type: 'warning',
        message: 'The answer to the create request was lost, and the deployment is there now: it is adopted, as it cannot ' +
            'be told whether this run or one beside it created it',
    });
    return adopt(request, deployment, ifExists === 'fail' ? 'match' : ifExists, notify);
}
async function wait(outcome, { wait_for, wait_timeout }, world) {
    if (wait_for === 'none' || !('deployment' in outcome))
        return outcome;
    world.notify({ type: 'phase', phase: 'wait' });
    const { waitFor } = await __webpack_require__.e(/* import() */ 197).then(__webpack_require__.bind(__webpack_require__, 6197));
    const context = { ...world, listed: outcome.result === 'adopted' };
    return (await waitFor(wait_for, outcome.deployment, wait_timeout, context)) ?? outcome;
}
function duplicated(name, deployments) {
    const ids = deployments.map(({ read }) => read.id).join(' and ');
    return {
        code: 'duplicate_created',
        what: `The create request had to be sent twice, and now several deployments are named "${name}": ${ids}`,
    };
}
function nameTaken(name, trouble) {
    return {
        ...trouble,
        code: 'name_taken',
        hint: undefined,
        what: `The service says that the name "${name}" is taken, yet lists no deployment of that name`,
    };
}
function unknownOutcome(name, trouble) {
    return {
        ...trouble,
        code: 'unknown_outcome',
        // Whatever the last request met, the way out is the same.
        hint: undefined,
        what: `${trouble.what}, and it could not be found out whether the deployment "${name}" was created`,
    };
}

// EXTERNAL MODULE: ./build/runner/action.js
var action = __webpack_require__(9297);
// EXTERNAL MODULE: ./build/runner/inputs/problem.js
var inputs_problem = __webpack_require__(1850);
;// CONCATENATED MODULE: ./build/runner/report/annotations.js

/** GitHub shows this many annotations of each kind of a step. */
const MOST_ANNOTATIONS = 10;
/** Warnings that may come after those about the inputs: what differs, what was lost, and GitHub's own record. */
const LATER_WARNINGS = 3;
/** What is wrong with the inputs, in short. */
function invalidInput(problems) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
    return { code: 'invalid_input', what: `The inputs have ${count}; nothing was sent` };
}
/** One annotation for what failed; of wrong inputs one for each, at its place. */
function annotateFailure(job, trouble, explanation, problems) {
    const annotations = trouble.code === 'invalid_input'
        ? problemAnnotations(problems, explanation)
        : troubleAnnotations(trouble, explanation, problems);
    annotate(job.error, annotations, MOST_ANNOTATIONS);
}
/** Says what is odd about the inputs, and no reason to stop. */
function annotateWarnings(job, warnings) {
    const annotations = warnings.map(warning => ({
        title: titleFor('Inputs', warning),
        lines: [(0,inputs_problem/* sentence */.e)(warning)],
        place: warning.place,
    }));
    annotate(job.warning, annotations, MOST_ANNOTATIONS - LATER_WARNINGS);
}
/** The fields that the service objects to, each led back to the input or the line that set it. */
function refusedFields(outcome, locate) {
    if (outcome.result !== 'failed')
        return [];
    return (outcome.trouble.said?.fields ?? []).flatMap(({ loc, msg }) => {
        const path = /^(body|path|query)$/.test(String(loc[0])) ? loc.slice(1) : loc;
        return path.length > 0 ? [{ ...locate(path), message: `${path.join('.')}: ${msg}` }] : [];
    });
}
const problemAnnotations = (problems, { title, next }) => problems.map(problem => ({
    title: titleFor(title, problem),
    lines: [(0,inputs_problem/* sentence */.e)(problem), next],
    place: problem.place,
}));
/** What failed, what the service said, what to do next; then a line for each further field that was refused. */
function troubleAnnotations({ what, said }, { title, next }, fields) {
    const inputs = [...new Set(fields.flatMap(({ input }) => input ?? []))].map(input => `\`${input}\``);
    const setBy = `Set by the ${inputs.length === 1 ? 'input' : 'inputs'} ${inputs.join(', ')}.`;
    return [
        {
            title,
            lines: [
                `${what}.`,
                ...(said && said.text !== '' ? [`The service said: ${said.text}`] : []),
                ...(inputs.length > 0 ? [setBy] : []),
                next,
            ],
            place: fields[0]?.place,
        },
        ...fields
            .slice(1)
            .filter(({ place }) => place !== undefined)
            .map(field => ({ title, lines: [(0,inputs_problem/* sentence */.e)(field)], place: field.place })),
    ];
}
/** What is beyond the number that is shown is named in the last annotation. */
function annotate(show, annotations, most) {
    const fit = annotations.length <= most;
    const shown = fit ? annotations : annotations.slice(0, most - 1);
    for (const annotation of shown)
        show(annotation);
    const [first, ...others] = annotations.slice(shown.length);
    if (!first)
        return;
    const lines = [first, ...others].flatMap(annotation => annotation.lines[0] ?? []);
    const [title = ''] = first.title.split(':');
    show({ title, lines: [`And ${lines.length} more:`, ...lines] });
}
/** Without a place to stand at, an annotation is told from others by its title alone. */
const titleFor = (title, { input, place }) => input === undefined || place ? title : `${title}: ${input}`;

;// CONCATENATED MODULE: ./build/runner/report/table.js

/** Rows that are seen at once, and that can be opened besides. What is beyond is counted. */
const MOST_ROWS = { open: 50, folded: 450 };
/** GitHub refuses a step's summary beyond 1 MiB. */
const MOST_CHARACTERS = 500_000;
const LONGEST_CELL = 200;
/**
 * A table of any length that stays readable: some rows, further ones folded away, and a count of what is left
 * out. Cells are redacted, then escaped; what is null or unknown is an empty cell.
 *
 * @param rest where the rows are that are left out
 */
function boundedTable(head, rows, redact, rest) {
    const header = `<tr>${head.map(label => `<th align="left">${label}</th>`).join('')}</tr>`;
    const table = (lines) => `<table>\n${[header, ...lines].join('\n')}\n</table>`;
    const cell = (text) => `<td>${text ? code(shorten(redact(text), LONGEST_CELL)) : ''}</td>`;
    const lines = rows
        .slice(0, MOST_ROWS.open + MOST_ROWS.folded)
        .map(row => `<tr>${row.map(cell).join('')}</tr>`);
    const fitting = thatFit(lines, MOST_CHARACTERS);
    const [open, folded] = [fitting.slice(0, MOST_ROWS.open), fitting.slice(MOST_ROWS.open)];
    const left = rows.length - fitting.length;
    return [
        open.length > 0 ? table(open) : '',
        folded.length > 0
            ? `<details><summary>${number(folded.length)} more</summary>\n${table(folded)}\n</details>`
            : '',
        left > 0 ? `<p>and ${number(left)} more, ${rest}</p>` : '',
    ]
        .filter(part => part !== '')
        .join('\n\n');
}
function thatFit(lines, most) {
    let left = most;
    const overflow = lines.findIndex(line => {
        left -= line.length;
        return left < 0;
    });
    return overflow === -1 ? lines : lines.slice(0, overflow);
}
/** A number as people read it. */
const number = (value) => value.toLocaleString('en-US');
/** How many, of what. */
const count = (value, one, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

;// CONCATENATED MODULE: ./build/runner/report/fact.js


/** What an event tells, in one line; undefined for those that tell nothing new. */
function factOf(event) {
    switch (event.type) {
        case 'repository': {
            const { owner, name, url, default_branch } = event.record;
            return `Repository ${owner}/${name} is ${url}, default branch ${default_branch ?? 'unknown'}`;
        }
        case 'request':
            return `Deployment "${event.request.name}" from ${event.request.source}`;
        case 'looked_up':
            return event.found === 0
                ? 'The name is free'
                : `The name is taken by ${count(event.found, 'deployment')}`;
        case 'differences':
            return event.differences.length === 0
                ? 'It is as asked for'
                : `It differs from what was asked for in ${event.differences.map(({ path }) => path).join(', ')}`;
        case 'posting':
            return 'Sending the create request';
        case 'created':
            return 'The service created the deployment';
        case 'retry':
            return `Could not ${event.what}: ${(0,deployment_outcome/* describe */.q0)(event.failure)}; trying again in ${seconds(event.delay)}`;
        case 'unsure':
            return `The fate of the create request is not known: ${(0,deployment_outcome/* describe */.q0)(event.failure)}; looking whether the deployment is there`;
        case 'status':
            return `Status is ${event.status}`;
        case 'heartbeat':
            return `Still ${event.status}; ${seconds(event.left)} left`;
        case 'look_failed':
            return `Could not look for the deployment: ${(0,deployment_outcome/* describe */.q0)(event.failure)}; going on`;
        default:
            return undefined;
    }
}
/** A time in milliseconds as people read it. */
function seconds(ms) {
    if (ms < 10_000)
        return `${Math.round(ms / 100) / 10} s`;
    const rounded = Math.round(ms / 1000);
    return rounded < 120 ? `${rounded} s` : `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}
/** The same for what may be over at once. */
const duration = (ms) => ms > 0 && ms < 100 ? `${Math.max(1, Math.round(ms))} ms` : seconds(ms);

;// CONCATENATED MODULE: ./build/runner/report/timeline.js

/**
 * The timeline after an event. It begins with the first phase.
 *
 * @param at when it came, in milliseconds since the epoch
 */
function extend(timeline, event, at) {
    if (event.type === 'phase') {
        const { began, spans } = endTimeline(timeline, at) ?? { began: at, spans: [] };
        return { began, spans: [...spans, { phase: event.phase, from: since(began, at), facts: [] }] };
    }
    const text = worthTelling(event);
    const last = timeline?.spans.at(-1);
    if (text === undefined || !timeline || !last)
        return timeline;
    const facts = [...last.facts, { at: since(timeline.began, at), text }];
    return { ...timeline, spans: [...timeline.spans.slice(0, -1), { ...last, facts }] };
}
/** What is for those who watch the log, or is told at length beside the timeline, is left out. */
function worthTelling(event) {
    if (event.type === 'heartbeat')
        return undefined;
    if (event.type === 'differences' && event.differences.length > 0)
        return undefined;
    return event.type === 'warning' ? event.message : factOf(event);
}
/** The timeline with its last phase ended. */
function endTimeline(timeline, at) {
    const last = timeline?.spans.at(-1);
    if (!timeline || !last || last.to !== undefined)
        return timeline;
    const to = Math.max(last.from, since(timeline.began, at));
    return { ...timeline, spans: [...timeline.spans.slice(0, -1), { ...last, to }] };
}
/** A clock may be set back while a run goes on. */
const since = (began, at) => Math.max(0, at - began);

;// CONCATENATED MODULE: ./build/runner/report/knowledge.js

const NOTHING_KNOWN = { created: false };
/**
 * What is known after an event.
 *
 * @param at when it came, in milliseconds since the epoch
 */
function learn(known, event, at) {
    return { ...learnFacts(known, event), timeline: extend(known.timeline, event, at) };
}
function learnFacts(known, event) {
    switch (event.type) {
        case 'repository':
            return { ...known, repository: event.record };
        case 'request':
            return { ...known, request: event.request };
        case 'deployment':
            return { ...known, deployment: event.deployment };
        case 'differences':
            return { ...known, differences: event.differences };
        case 'posting':
            return { ...known, created: undefined };
        case 'not_created':
            return { ...known, created: false };
        case 'created':
            return { ...known, created: true };
        default:
            return known;
    }
}

;// CONCATENATED MODULE: ./build/runner/report/log.js

const GROUPS = {
    look_up: 'Look up the repository and the name',
    create: 'Create the deployment',
    wait: 'Wait for the deployment',
};
/** Writes the run's log: a group for each phase, and one line for each fact. */
function createLog(job) {
    let open = false;
    function close() {
        if (open)
            job.endGroup();
        open = false;
    }
    return {
        close,
        event(event) {
            if (event.type === 'phase') {
                close();
                open = true;
                job.startGroup(GROUPS[event.phase]);
            }
            else if (event.type === 'warning') {
                job.warning({ title: 'Deployment', lines: [event.message] });
            }
            else {
                const line = factOf(event);
                if (line !== undefined)
                    job.info(line);
            }
        },
    };
}

// EXTERNAL MODULE: ./build/runner/report/explanation.js
var report_explanation = __webpack_require__(5321);
;// CONCATENATED MODULE: ./build/runner/report/outputs.js

/** Everything that the create action puts out. What is null or unknown is the empty string. */
function createOutputs(known, outcome) {
    const { request, created, deployment, differences } = known;
    const succeeded = outcome.result !== 'failed';
    const read = deployment?.read;
    // Until there is a deployment, what would be in it is known from the request.
    const config = read ? read.source_config : request?.source_config;
    const revision = read ? read.source_revision_config : request?.source_revision_config;
    return {
        id: read?.id ?? '',
        status: read?.status ?? '',
        name: read?.name ?? known.name ?? '',
        created: created === undefined ? '' : String(created),
        url: config?.custom_url ?? '',
        tenant_id: read?.tenant_id ?? '',
        latest_revision_id: read?.latest_revision_id ?? '',
        active_revision_id: read?.active_revision_id ?? '',
        repo_url: config?.repo_url ?? '',
        repo_ref: revision?.repo_ref ?? '',
        repo_commit_sha: read?.source_revision_config?.repo_commit_sha ?? '',
        image_version: read?.image_version ?? '',
        deployment: deployment ? publicDeployment(deployment) : '',
        differences: differences ?? (succeeded ? [] : ''),
        request: request ? { ...request, secrets: secretNames(request.secrets) } : '',
        ...(!succeeded && { error_code: outcome.trouble.code }),
        ...(!succeeded &&
            outcome.trouble.status !== undefined && { http_status: String(outcome.trouble.status) }),
    };
}
/** A deployment as the service sent it, its secrets reduced to their names. */
function publicDeployment({ sent }) {
    return 'secrets' in sent ? { ...sent, secrets: secretNames(sent['secrets']) } : sent;
}

// EXTERNAL MODULE: ./build/runner/text.js
var runner_text = __webpack_require__(3912);
;// CONCATENATED MODULE: ./build/runner/report/summary/links.js

/** Links to the commit, the workflow run and the repository, as far as the runner tells them. */
function jobLinks(env) {
    const server = URL.parse(env['GITHUB_SERVER_URL'] ?? '');
    const repository = env['GITHUB_REPOSITORY'] ?? '';
    const [sha, run] = [env['GITHUB_SHA'] ?? '', env['GITHUB_RUN_ID'] ?? ''];
    if (!server || !/^https?:$/.test(server.protocol) || !/^[\w.-]+\/[\w.-]+$/.test(repository))
        return [];
    const base = `${server.origin}${server.pathname.replace(/\/+$/, '')}/${repository}`;
    const links = [];
    if (/^[0-9a-f]{7,64}$/i.test(sha)) {
        links.push({ label: `commit ${sha.slice(0, 7)}`, url: `${base}/commit/${sha}` });
    }
    if (/^\d+$/.test(run))
        links.push({ label: 'workflow run', url: `${base}/actions/runs/${run}` });
    links.push({ label: `repository ${repository}`, url: base });
    return links;
}
function linksLine(links) {
    if (links.length === 0)
        return '';
    return `<p>${links.map(({ label, url }) => `<a href="${(0,runner_text/* html */.qy)(url)}">${(0,runner_text/* html */.qy)(label)}</a>`).join(' \u00b7 ')}</p>`;
}

// EXTERNAL MODULE: ./build/runner/job.js
var job = __webpack_require__(2604);
;// CONCATENATED MODULE: ./build/runner/report/summary/markup.js

/** Long enough for any value that is meant for people. */
const LONGEST_VALUE = 500;
/** @param redact removes secrets from a text */
function createMarkup(redact) {
    const clean = (value) => redact((0,runner_text/* shorten */.ml)(redact(value), LONGEST_VALUE));
    return {
        text: value => (0,runner_text/* html */.qy)(clean(value)),
        code: value => (0,runner_text/* code */.aY)(clean(value)),
        words: value => (0,runner_text/* html */.qy)(clean(value)).replace(/`([^`]+)`/g, '<code>$1</code>'),
        lines: value => redact(value).split('\n').map(runner_text/* html */.qy),
    };
}
/** A heading of our own words and what belongs under it. */
const section = (title, content) => `### ${title}\n\n${content}`;
/** A table of rows of cells, which are HTML. The first cell of each row names it. */
function table(head, rows) {
    const first = head.length > 0 ? [`<tr>${head.map(cell => `<th align="left">${cell}</th>`).join('')}</tr>`] : [];
    const others = rows.map(([name = '', ...cells]) => `<tr><th align="left" scope="row">${name}</th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`);
    return `<table>\n${[...first, ...others].join('\n')}\n</table>`;
}
/** As many items as fit, and how many do not. */
function fitting(items, bytes, sizeOf) {
    let left = bytes;
    const end = items.findIndex(item => {
        left -= Buffer.byteLength(sizeOf(item)) + 1;
        return left < 0;
    });
    return end === -1 ? [[...items], 0] : [items.slice(0, end), items.length - end];
}

;// CONCATENATED MODULE: ./build/runner/report/summary/deployment.js


/** What is known of the deployment; as long as there is none, what was asked for. */
function deploymentSection(known, { code, text }) {
    const { deployment, request, repository } = known;
    const read = deployment?.read;
    const config = read?.source_config ?? request?.source_config;
    const revision = read?.source_revision_config ?? request?.source_revision_config;
    const rows = [
        ['Name', read?.name ?? known.name],
        ['Id', read?.id],
        ['Status', read?.status],
        ['Source', read?.source ?? request?.source],
        ['Repository', config?.repo_url ?? repository?.url],
        ['Ref', revision?.repo_ref],
        ['Commit', read?.source_revision_config?.repo_commit_sha],
        ['Image', revision?.image_uri],
        ['Tarball', revision?.source_tarball_path],
    ];
    const revisions = [
        ['Newest revision', read?.latest_revision_id],
        ['Active revision', read?.active_revision_id],
    ];
    const shown = (given) => given.flatMap(([label, value]) => (value ? [[label, code(value)]] : []));
    const given = shown(rows);
    const url = config?.custom_url;
    if (url)
        given.push(['URL', isAskedFor(known, url) ? deployment_link(url, text(url)) : code(url)]);
    given.push(...shown(revisions));
    if (read)
        given.push(['Newest is active', newestIsActive(read)]);
    if (given.length === 0)
        return '';
    return section(read ? 'The deployment' : 'What was asked for', table([], given));
}
function newestIsActive({ latest_revision_id: newest, active_revision_id: active }) {
    if (!newest)
        return 'not known';
    if (!active)
        return 'no, none is active yet';
    return newest === active ? 'yes' : 'no, an older one is';
}
/** Only an address that the workflow itself gave becomes a link: where the service points is not for us to vouch for. */
function isAskedFor({ request }, url) {
    return request?.source_config.custom_url === url && /^https?:\/\/[^\s"'<>]+$/.test(url);
}
/** A value that holds a secret is shown without it, and cannot be an address then. */
function deployment_link(url, shown) {
    return shown === (0,runner_text/* html */.qy)(url) ? `<a href="${(0,runner_text/* html */.qy)(url)}">${shown}</a>` : shown;
}

;// CONCATENATED MODULE: ./build/runner/report/summary/differences.js

const MOST_BYTES = 200_000;
const differences_MOST_ROWS = 100;
/** What is otherwise than asked for, field by field. On a narrow screen a path is broken at its dots. */
function differencesSection(differences, { code }) {
    if (differences.length === 0)
        return '';
    const cell = (value) => code(typeof value === 'string' ? value : JSON.stringify(value));
    const rows = differences
        .slice(0, differences_MOST_ROWS)
        .map(({ path, requested, existing }) => [
        cell(path).replaceAll('.', '.<wbr>'),
        cell(requested),
        existing === null ? 'nothing' : cell(existing),
    ]);
    const [shown] = fitting(rows, MOST_BYTES, row => row.join());
    const left = differences.length - shown.length;
    return section('What differs', table(['Field', 'Asked for', 'There'], shown) + (left > 0 ? `\n<p>and ${left} more</p>` : ''));
}

;// CONCATENATED MODULE: ./build/runner/report/summary/failure.js

/** Why a run failed, and what to do about it: first what helps at once, then what may lie behind. */
function failure(trouble, { causes, next, rerun }, { code, words }) {
    const said = trouble.said?.text ?? '';
    const status = trouble.status === undefined ? '' : `, HTTP status ${(0,runner_text/* code */.aY)(String(trouble.status))}`;
    return [
        said === '' ? '' : `<p>The service said:</p>\n<blockquote>${code(said)}</blockquote>`,
        `<p><b>What to do:</b> ${words(next)}</p>`,
        `<p><b>Is a rerun safe?</b> ${words(rerun)}</p>`,
        isPlain(trouble)
            ? ''
            : `<p><b>Likely causes:</b></p>\n<ul>${causes.map(cause => `<li>${words(cause)}</li>`).join('')}</ul>`,
        `<p>Error code ${(0,runner_text/* code */.aY)(trouble.code)}${status}</p>`,
    ]
        .filter(part => part !== '')
        .join('\n');
}
/** Where the cause is at hand, others would only distract from it. */
const isPlain = ({ hint, said }) => hint !== undefined || (said?.fields.length ?? 0) > 0;

;// CONCATENATED MODULE: ./build/runner/report/summary/opening.js

/**
 * How the run ended, in a few words of our own.
 *
 * @param title what the catalogue calls a failure
 */
function heading({ created }, outcome, title = '') {
    switch (outcome.result) {
        case 'created':
            return '\u2705 Deployment created';
        case 'adopted':
            return '\u2705 Deployment adopted';
        case 'dry_run':
            return '\ud83e\uddea Dry run: nothing was created';
        case 'failed': {
            const { code } = outcome.trouble;
            const after = created && code !== 'duplicate_created' ? ', after the deployment was created' : '';
            return `${code === 'cancelled' ? '\ud83d\uded1' : '\u274c'} ${title}${after}`;
        }
    }
}
/** What happened, in one sentence. */
function opening(known, outcome, { code, text }) {
    const { request, deployment, differences = [], timeline } = known;
    const name = code(request?.name ?? deployment?.read.name ?? '');
    const status = deployment?.read.status;
    const took = timeline ? ` in ${duration(durationOf(timeline))}` : '';
    const differing = differences.length > 0 ? ', although it differs from what was asked for' : '';
    switch (outcome.result) {
        case 'created':
            return `The deployment ${name} was created from ${code(request?.source ?? '')}${took}${status ? ` and is ${code(status)}` : ''}.`;
        case 'adopted':
            return `The deployment ${name} ${appeared(timeline) ? 'came to be there while it was being created' : 'was there already'}${status ? `, is ${code(status)},` : ''} and was adopted${differing}.`;
        case 'dry_run':
            return deployment
                ? `The deployment ${name} is there and would be adopted${differing}.`
                : `The name ${name} is free, and the deployment would be created from ${code(request?.source ?? '')}.`;
        case 'failed':
            return text(`${outcome.trouble.what}.`);
    }
}
const durationOf = ({ spans }) => spans.at(-1)?.to ?? spans.at(-1)?.from ?? 0;
/** Whether the name was free when the run began. */
const appeared = (timeline) => timeline?.spans.some(({ phase }) => phase === 'create');

;// CONCATENATED MODULE: ./build/runner/report/summary/request.js


const request_MOST_BYTES = 300_000;
/** The request, folded away. */
function requestDetails(known, outcome, { lines }) {
    const { request } = known;
    if (!request)
        return '';
    const json = JSON.stringify({ ...request, secrets: secretNames(request.secrets) }, null, 2);
    const [shown, left] = fitting(lines(json), request_MOST_BYTES, line => `${line}<br>`);
    if (left > 0)
        shown.push(`\u2026 (${left} more lines)`);
    return `<details><summary>Request ${sentOrNot(known, outcome)} (secrets by name)</summary>\n<pre>${shown.join('<br>')}</pre>\n</details>`;
}
function sentOrNot({ timeline, deployment }, outcome) {
    if (timeline?.spans.some(({ phase }) => phase === 'create'))
        return 'that was sent';
    return outcome.result === 'dry_run' && !deployment ? 'that would be sent' : 'that was not sent';
}

;// CONCATENATED MODULE: ./build/runner/report/summary/gantt.js

/** The phases in our own words. */
const PHASES = { look_up: 'Look up', create: 'Create', wait: 'Wait' };
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
const TICKS = [
    ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((n) => [n, `${n}millisecond`]),
    ...[1, 2, 5, 10, 15, 30].map((n) => [n * SECOND, `${n}second`]),
    ...[1, 2, 5, 10, 15, 30].map((n) => [n * MINUTE, `${n}minute`]),
    ...[1, 2, 4, 6, 12, 24].map((n) => [n * HOUR, `${n}hour`]),
];
/** As many as stand side by side on a telephone. */
const MOST_TICKS = 4;
/**
 * The phases as a Mermaid chart, of nothing but our own words and numbers: its text is not HTML, so no text of
 * the service may be in it. Times are those since the run began, as times of a day without a time zone.
 */
function gantt(spans, failed) {
    const total = Math.max(1, ...spans.map(endOf));
    const tick = TICKS.find(([length]) => total / length <= MOST_TICKS)?.[1] ?? '24hour';
    const bars = spans.map((span, index) => {
        const state = failed && index === spans.length - 1 ? 'crit' : 'done';
        const length = Math.max(1, Math.round(endOf(span) - span.from));
        return `    ${PHASES[span.phase]} (${duration(length)}) :${state}, ${clockTime(span.from)}, ${length}ms`;
    });
    return [
        '```mermaid',
        'gantt',
        '    accTitle: Timeline of the run',
        `    accDescr: The phases one after the other, ${duration(total)} in all. The table below says the same.`,
        '    dateFormat YYYY-MM-DD HH:mm:ss.SSS',
        `    axisFormat ${total < 4 * SECOND ? '%-S.%L s' : total < HOUR ? '%M:%S' : '%H:%M'}`,
        `    tickInterval ${tick}`,
        ...bars,
        '```',
    ].join('\n');
}
const endOf = ({ from, to = from }) => to;
const clockTime = (ms) => new Date(Date.UTC(2000, 0, 1) + Math.round(ms)).toISOString().replace('T', ' ').replace('Z', '');

;// CONCATENATED MODULE: ./build/runner/report/summary/timeline.js



/** Facts of one phase that are shown: its first, and its last, which say how it ended. */
const SHOWN = { first: 10, last: 10 };
const timeline_MOST_BYTES = 100_000;
/** From when on it is worth saying how long after the beginning of its phase something came, in milliseconds. */
const WORTH_SAYING = 1000;
/** The phases with their times: a chart, and the same as text with what happened in each. */
function timelineSection({ spans } = { began: 0, spans: [] }, outcome, markup) {
    if (spans.length === 0)
        return '';
    const failed = outcome.result === 'failed';
    const ending = !failed ? '' : outcome.trouble.code === 'cancelled' ? ', then cancelled' : ', then failed';
    const rows = spans.map((span, index) => {
        const took = `took <b>${duration(endOf(span) - span.from)}</b>, from ${duration(span.from)} on`;
        const facts = factsOf(span, timeline_MOST_BYTES / spans.length, markup);
        return [
            PHASES[span.phase],
            [`${took}${index === spans.length - 1 ? ending : ''}`, facts].filter(Boolean).join('<br>'),
        ];
    });
    return section('Timeline', `${gantt(spans, failed)}\n\n${table(['Phase', 'What happened'], rows)}`);
}
function factsOf({ facts, from }, bytes, { text }) {
    const lines = facts.map(({ at, text: fact }) => at - from >= WORTH_SAYING ? `${text(fact)} (after ${duration(at - from)})` : text(fact));
    const many = lines.length > SHOWN.first + SHOWN.last;
    const first = many ? lines.slice(0, SHOWN.first) : lines;
    const [last] = fitting(many ? lines.slice(-SHOWN.last).reverse() : [], bytes / 2, line => `${line}<br>`);
    const [shown] = fitting(first, bytes / 2, line => `${line}<br>`);
    const left = lines.length - shown.length - last.length;
    return [...shown, ...(left > 0 ? [`\u2026 ${left} more \u2026`] : []), ...last.reverse()].join('<br>');
}

;// CONCATENATED MODULE: ./build/runner/report/summary.js










const MOST_BYTES_OF_PROBLEMS = 200_000;
/**
 * The job summary, as markdown: what happened, and on failure what to do; then the facts. All that comes from the
 * workflow or the service is redacted, then escaped, and stands in HTML elements, where markdown does not apply.
 *
 * @param redact removes secrets from a text before it is escaped
 */
function createSummary({ known, outcome, problems, links, explanation }, redact) {
    const markup = createMarkup(redact);
    const parts = [
        `## ${heading(known, outcome, explanation?.title)}`,
        `<p>${opening(known, outcome, markup)}</p>`,
        problemList(problems, markup),
        outcome.result === 'failed' && explanation ? failure(outcome.trouble, explanation, markup) : '',
        linksLine(links),
        differencesSection(known.differences ?? [], markup),
        deploymentSection(known, markup),
        timelineSection(known.timeline, outcome, markup),
        requestDetails(known, outcome, markup),
    ].filter(part => part !== '');
    return withinLimit(parts);
}
function problemList(problems, { words }) {
    if (problems.length === 0)
        return '';
    const items = problems.map(problem => `<li>${words((0,inputs_problem/* sentence */.e)(problem))}</li>`);
    const [shown, left] = fitting(items, MOST_BYTES_OF_PROBLEMS, item => item);
    return `<ul>${shown.join('')}${left > 0 ? `<li>and ${left} more</li>` : ''}</ul>`;
}
/** Each part has a bound of its own; should they be too much together, the last ones are left out whole. */
function withinLimit(parts) {
    const [shown] = fitting(parts, job/* MAX_SUMMARY_BYTES */.Q - 1, part => `${part}\n`);
    return `${shown.join('\n\n')}\n`;
}

;// CONCATENATED MODULE: ./build/runner/report/report.js






/** Publishes how the create action ended: outputs, annotations and the job summary, each once. */
async function reportCreate(job, env, { known, outcome, problems }) {
    const outputs = createOutputs(known, outcome);
    if (outcome.result === 'failed')
        return reportFailure(job, env, outcome, { known, outputs, problems });
    job.info(closingLine(known, outcome));
    for (const [name, value] of Object.entries(outputs))
        job.output(name, value);
    writeSummary(job, createSummary({ known, outcome, problems, links: jobLinks(env) }, job.redact));
}
/**
 * Publishes a failure of any of the actions.
 *
 * @param problems what is wrong with the inputs, or what the service objects to
 */
async function reportFailure(job, env, outcome, { outputs, problems, known = NOTHING_KNOWN, }) {
    const explanation = await (0,report_explanation/* explain */.W)(outcome.trouble);
    annotateFailure(job, outcome.trouble, explanation, problems);
    for (const [name, value] of Object.entries(outputs))
        job.output(name, value);
    const ending = { known, outcome, problems, links: jobLinks(env), explanation };
    writeSummary(job, createSummary(ending, job.redact));
}
/** Writes the job summary; that it cannot be written makes no release fail. */
function writeSummary(job, markdown) {
    try {
        job.summary(markdown);
    }
    catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        job.warning({ title: 'Job summary', lines: [`The job summary could not be written: ${reason}`] });
    }
}
function closingLine({ deployment, request }, outcome) {
    const name = `"${request?.name}"`;
    if (outcome.result === 'dry_run')
        return `Dry run: nothing was created for ${name}`;
    const { id, status } = deployment?.read ?? {};
    return `Deployment ${name} was ${outcome.result}: ${id}, status ${status ?? 'unknown'}`;
}

;// CONCATENATED MODULE: ./build/runner/oidc.js
/** A token lives for some minutes, a wait may take longer. In milliseconds. */
const RENEW_AFTER = 3 * 60_000;
/**
 * The job's OIDC token as a header, renewed in time.
 *
 * @param audience for whom the token is meant; undefined for a connection without one
 */
function bearerToken(audience, job, clock) {
    let issued = Number.NEGATIVE_INFINITY;
    let header = Promise.resolve({});
    async function request(name) {
        try {
            const token = await job.oidcToken(name);
            job.mask(token);
            return { Authorization: `Bearer ${token}` };
        }
        catch (cause) {
            issued = Number.NEGATIVE_INFINITY;
            return { kind: 'network', sent: false, code: 'OIDC_TOKEN', cause };
        }
    }
    return () => {
        if (audience !== undefined && clock.now() - issued > RENEW_AFTER) {
            issued = clock.now();
            header = request(audience);
        }
        return header;
    };
}

// EXTERNAL MODULE: ./build/service/exchange.js
var exchange = __webpack_require__(6435);
;// CONCATENATED MODULE: ./build/runner/report/trace.js

/** Makes each request tell, in the debug log, what was asked, what came of it and how long it took. */
function traced(send, job, clock) {
    return async (request, signal) => {
        const began = clock.now();
        const tell = (came) => job.debug(`${request.method} ${traceable(request.url)}: ${came} after ${clock.now() - began} ms`);
        try {
            const answer = await send(request, signal);
            tell((0,exchange/* isNetworkFailure */.N)(answer) ? answer.code : String(answer.status));
            return answer;
        }
        catch (error) {
            tell('aborted');
            throw error;
        }
    };
}
/** The path, and of the query the names: its values are the workflow's own, but for the numbers of paging. */
function traceable({ pathname, searchParams }) {
    const query = [...searchParams].map(([name, value]) => `${name}=${/^\d{1,6}$/.test(value) ? value : '\u2026'}`);
    return query.length === 0 ? pathname : `${pathname}?${query.join('&')}`;
}

;// CONCATENATED MODULE: ./build/runner/service.js



/** The service that a connection leads to. */
function serviceAt(connection, { send }, { job, clock, random }, onRetry) {
    return (0,client/* openService */.IH)({
        baseUrl: connection.base_url,
        headers: connection.headers,
        authorization: bearerToken(connection.oidc_audience, job, clock),
        listParameters: connection.list_parameters,
        send: traced(send, job, clock),
        retry: { clock, random, onRetry },
    });
}

;// CONCATENATED MODULE: ./build/runner/create-run.js









/**
 * Carries out what the inputs order, and reports it.
 *
 * @returns whether it succeeded
 */
async function createRun(read, route, surroundings) {
    const { job, env } = surroundings;
    let known = NOTHING_KNOWN;
    try {
        if (!read.ok) {
            const { problems } = read;
            await reportCreate(job, env, { known, outcome: (0,deployment_outcome/* failed */.gz)(invalidInput(problems)), problems });
            return false;
        }
        annotateWarnings(job, read.inputs.warnings);
        const { github, order } = read.inputs;
        const record = github && !order.dry_run ? await startRecord(github, surroundings) : undefined;
        const { outcome, ...learnt } = await run(read.inputs, route, surroundings);
        known = learnt.known;
        try {
            const problems = refusedFields(outcome, read.inputs.locate);
            await reportCreate(job, env, { known, outcome, problems });
        }
        finally {
            await record?.finish(known, outcome);
        }
        return outcome.result !== 'failed';
    }
    catch (error) {
        return await reportBug(error, surroundings, known);
    }
}
/** Reports what should not have been thrown, with all that is known by then. */
async function reportBug(error, { job, env }, known = NOTHING_KNOWN) {
    await reportCreate(job, env, { known, outcome: (0,action/* internal */.m)(error, job), problems: [] });
    return false;
}
/** Begins the record on GitHub, for which much is loaded that most runs do without. */
async function startRecord(target, surroundings) {
    const { startGitHubDeployment } = await __webpack_require__.e(/* import() */ 523).then(__webpack_require__.bind(__webpack_require__, 9523));
    return startGitHubDeployment(target, surroundings);
}
/** Does what is ordered. Whatever is thrown becomes an outcome, so that what is known by then is reported. */
async function run({ connection, order }, route, surroundings) {
    const { job, clock, random, signal } = surroundings;
    let known = { ...NOTHING_KNOWN, name: order.draft.name };
    const log = createLog(job);
    const ended = () => ({ ...known, timeline: endTimeline(known.timeline, clock.now()) });
    const notify = event => {
        known = learn(known, event, clock.now());
        // Whatever happens from here on, later steps can use the id.
        if (event.type === 'deployment')
            job.output('id', event.deployment.read.id);
        log.event(event);
    };
    try {
        const onRetry = retry => notify({ type: 'retry', ...retry });
        const service = serviceAt(connection, route.to(connection), surroundings, onRetry);
        const outcome = await deploy(order, { service, clock, random, notify, signal });
        return { known: ended(), outcome };
    }
    catch (error) {
        return { known: ended(), outcome: signal.aborted ? cancelled(known) : (0,action/* internal */.m)(error, job) };
    }
    finally {
        log.close();
    }
}
function cancelled({ created, deployment }) {
    const what = created === undefined
        ? 'Cancelled while a create request was under way: it is not known whether the deployment was created'
        : deployment
            ? `Cancelled; the deployment ${deployment.read.id} was left as it is`
            : 'Cancelled; nothing was created';
    return (0,deployment_outcome/* failed */.gz)({ code: 'cancelled', what });
}


/***/ }),

/***/ 5321:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   W: () => (/* binding */ explain)
/* harmony export */ });
/** Looks a failure up. The catalogue is loaded only here, as most runs do without it. */
async function explain({ code, hint }) {
    const { CATALOGUE, HINTS } = await __webpack_require__.e(/* import() */ 859).then(__webpack_require__.bind(__webpack_require__, 9859));
    return { ...CATALOGUE[code], ...(hint && { next: HINTS[hint].next }) };
}


/***/ }),

/***/ 641:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  IH: () => (/* binding */ openService),
  HG: () => (/* binding */ toDeployment),
  y4: () => (/* binding */ toRepository)
});

// EXTERNAL MODULE: ./build/service/exchange.js
var exchange = __webpack_require__(6435);
// EXTERNAL MODULE: ./build/service/failure.js
var failure = __webpack_require__(6446);
// EXTERNAL MODULE: ./build/service/json.js
var service_json = __webpack_require__(268);
;// CONCATENATED MODULE: ./build/service/responses.js

const DEPLOYMENT = {
    name: 'string',
    source: 'string',
    source_config: {
        integration_id: 'string',
        repo_url: 'string',
        build_on_push: 'boolean',
        custom_url: 'string',
        resource_spec: 'any',
        listener_id: 'string',
        listener_config: 'any',
        install_command: 'string',
        build_command: 'string',
    },
    source_revision_config: {
        repo_ref: 'string',
        graph_config_path: 'string',
        image_uri: 'string',
        source_tarball_path: 'string',
        repo_commit_sha: 'string',
    },
    secrets: 'list',
    tenant_id: 'string',
    created_at: 'string',
    updated_at: 'string',
    /** AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE or UNKNOWN, so far. */
    status: 'string',
    latest_revision_id: 'string',
    active_revision_id: 'string',
    secret_references: 'list',
    image_version: 'string',
};
/** A repository that a repository-host integration can see. */
const REPOSITORY_RECORD = {
    host_integration_id: 'string',
    id: 'number',
    name: 'string',
    owner: 'string',
    url: 'string',
    default_branch: 'string',
};
/** Reads a deployment; undefined where it has no `id`. */
function readDeployment(sent) {
    const { id } = sent;
    return typeof id === 'string' && id !== '' ? { ...read(DEPLOYMENT, sent), id } : undefined;
}
const readRepositoryRecord = (sent) => read(REPOSITORY_RECORD, sent);
/** Reads a page of the list of deployments; undefined where it has no `resources`. */
function readDeploymentPage(sent) {
    const { resources, offset } = read({ resources: 'list', offset: 'number' }, sent);
    return resources ? { resources, offset: offset ?? undefined } : undefined;
}
function read(table, sent) {
    const fields = Object.entries(table).flatMap(([field, type]) => {
        const value = sent[field];
        if (value === null)
            return [[field, null]];
        if (typeof type === 'object')
            return (0,service_json/* isObject */.Gv)(value) ? [[field, read(type, value)]] : [];
        return isOf(type, value) ? [[field, value]] : [];
    });
    return Object.fromEntries(fields);
}
function isOf(type, value) {
    switch (type) {
        case 'any':
            return value !== undefined;
        case 'list':
            return Array.isArray(value);
        case 'number':
            return Number.isFinite(value);
        default:
            return typeof value === type;
    }
}

// EXTERNAL MODULE: ./build/service/retry.js
var service_retry = __webpack_require__(9830);
;// CONCATENATED MODULE: ./build/service/client.js





function openService({ baseUrl, headers, authorization, listParameters, send, retry, }) {
    async function attempt(request, read, signal) {
        const authorizing = await authorization();
        if ((0,exchange/* isNetworkFailure */.N)(authorizing))
            return { ok: false, failure: authorizing };
        const answer = await send({
            ...request,
            headers: {
                accept: 'application/json',
                'user-agent': 'create-deployment-action',
                ...(request.body !== undefined && { 'content-type': 'application/json' }),
                ...headers,
                ...authorizing,
            },
        }, signal);
        if ((0,exchange/* isNetworkFailure */.N)(answer))
            return { ok: false, failure: answer };
        if (answer.status < 200 || answer.status > 299) {
            return { ok: false, failure: (0,failure/* failureOf */.g5)(answer, request.url, retry.clock.now()) };
        }
        if (answer.truncated)
            return refuse(answer, 'the answer is larger than what is read of one');
        return read(answer);
    }
    function get(what, url, read, signal) {
        return (0,service_retry/* retrying */.R$)(what, () => attempt({ method: 'GET', url }, read, signal), retry, signal);
    }
    return {
        listRepositories(integrationId, signal) {
            const path = `/v1/integrations/forge/repohost/${encodeURIComponent(integrationId)}/repos`;
            return get('list repositories', new URL(baseUrl + path), readRepositories, signal);
        },
        listDeployments(query, signal, options = { retry: true }) {
            const url = new URL(`${baseUrl}/v2/deployments`);
            for (const purpose of Object.keys(listParameters)) {
                const value = query[purpose];
                if (value !== undefined)
                    url.searchParams.set(listParameters[purpose], value);
            }
            if (!options.retry)
                return attempt({ method: 'GET', url }, readPage, signal);
            return get('list deployments', url, readPage, signal);
        },
        createDeployment(request, signal) {
            const url = new URL(`${baseUrl}/v2/deployments`);
            return attempt({ method: 'POST', url, body: JSON.stringify(request) }, readCreated, signal);
        },
    };
}
/** Reads one deployment; undefined where it has no `id`, or is nested beyond all reason. */
function toDeployment(sent) {
    if (!(0,service_json/* isObject */.Gv)(sent) || !(0,service_json/* isWalkable */.mA)(sent))
        return undefined;
    const read = readDeployment(sent);
    return read && { read, sent };
}
/** Reads one record of a repository; undefined where it is nested beyond all reason. */
function toRepository(sent) {
    return (0,service_json/* isWalkable */.mA)(sent) ? { read: readRepositoryRecord(sent), sent } : undefined;
}
function readCreated(response) {
    const json = (0,service_json/* parseJson */.qF)(response.text);
    if (json === undefined)
        return notJson(response);
    const value = toDeployment(json);
    if (!value)
        return refuse(response, 'the created deployment carries no id, or cannot be read');
    return { ok: true, value, status: response.status };
}
function readPage(response) {
    const json = (0,service_json/* parseJson */.qF)(response.text);
    if (json === undefined)
        return notJson(response);
    const page = (0,service_json/* isObject */.Gv)(json) ? readDeploymentPage(json) : undefined;
    if (!page)
        return refuse(response, 'the list of deployments carries no array `resources`');
    const { resources, offset } = page;
    return { ok: true, value: { resources: resources.filter(service_json/* isObject */.Gv), offset }, status: response.status };
}
function readRepositories(response) {
    const json = (0,service_json/* parseJson */.qF)(response.text);
    if (json === undefined)
        return notJson(response);
    if (!Array.isArray(json))
        return refuse(response, 'the list of repositories is not an array');
    return { ok: true, value: json.filter(service_json/* isObject */.Gv), status: response.status };
}
function notJson(response) {
    return refuse(response, 'the answer is not JSON: this does not look like the service');
}
function refuse(response, reason) {
    return { ok: false, failure: (0,failure/* unusable */._P)(response, reason) };
}


/***/ }),

/***/ 6435:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N: () => (/* binding */ isNetworkFailure)
/* harmony export */ });
function isNetworkFailure(answer) {
    return 'kind' in answer && answer.kind === 'network';
}


/***/ }),

/***/ 6446:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _P: () => (/* binding */ unusable),
/* harmony export */   g5: () => (/* binding */ failureOf),
/* harmony export */   vt: () => (/* binding */ whatWasSaid)
/* harmony export */ });
/* unused harmony export parseRetryAfter */
/* harmony import */ var _json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(268);

const MAX_FIELDS = 50;
/**
 * Tells why a response that is not a success failed.
 *
 * @param now the current time, for a `Retry-After` that is a date
 */
function failureOf(response, url, now) {
    const { status, headers } = response;
    const location = [headers['location'] ?? []].flat()[0];
    if (status >= 300 && status < 400) {
        const target = location === undefined ? undefined : URL.parse(location, url.href);
        return { kind: 'redirect', status, origin: target?.origin ?? 'an unnamed place' };
    }
    const retryAfter = parseRetryAfter([headers['retry-after'] ?? []].flat()[0], now);
    return {
        kind: 'refused',
        status,
        said: whatWasSaid(response.text),
        ...(retryAfter !== undefined && { retryAfter }),
    };
}
function unusable(response, reason) {
    return { kind: 'unusable', status: response.status, reason, said: whatWasSaid(response.text) };
}
/** Error bodies are not part of the interface; these are the shapes that services of this kind use. */
function whatWasSaid(body) {
    if (/^\s*</.test(body))
        return { text: textOfHtml(body), fields: [], html: true };
    const parsed = (0,_json_js__WEBPACK_IMPORTED_MODULE_0__/* .parseJson */ .qF)(body);
    if (!(0,_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isObject */ .Gv)(parsed) || !(0,_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isWalkable */ .mA)(parsed))
        return { text: typeof parsed === 'string' ? parsed : body, fields: [] };
    for (const said of [parsed['detail'], parsed['message'], parsed['error'], parsed['errors']]) {
        const found = readSaid(said);
        if (found)
            return found;
    }
    return { text: body, fields: [] };
}
function readSaid(said) {
    if (typeof said === 'string' && said.trim() !== '')
        return { text: said, fields: [] };
    if ((0,_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isObject */ .Gv)(said))
        return readSaid(said['message'] ?? said['msg'] ?? said['detail']);
    if (!Array.isArray(said) || said.length === 0)
        return undefined;
    const fields = said.filter(_json_js__WEBPACK_IMPORTED_MODULE_0__/* .isObject */ .Gv).flatMap(item => {
        const { loc, msg } = item;
        if (typeof msg !== 'string')
            return [];
        const path = Array.isArray(loc)
            ? loc.filter(part => typeof part === 'string' || typeof part === 'number')
            : [];
        return [{ loc: path, msg }];
    });
    if (fields.length === 0)
        return {
            text: said.map(item => (typeof item === 'string' ? item : JSON.stringify(item))).join('; '),
            fields,
        };
    const shown = fields.slice(0, MAX_FIELDS);
    const text = shown.map(({ loc, msg }) => (loc.length > 0 ? `${loc.join('.')}: ${msg}` : msg)).join('; ');
    return { text, fields: shown };
}
/** A gateway's page: its title says as much as a log line can hold. */
function textOfHtml(body) {
    const title = /<title[^>]*>([^<]+)/i.exec(body)?.[1] ?? /<h1[^>]*>([^<]+)/i.exec(body)?.[1];
    return title === undefined ? 'an HTML page' : `an HTML page titled "${title.replace(/\s+/g, ' ').trim()}"`;
}
/** `Retry-After` in both of its forms, seconds and a date, as milliseconds from now. */
function parseRetryAfter(value, now) {
    if (value === undefined)
        return undefined;
    if (/^\d+$/.test(value.trim()))
        return Number(value) * 1000;
    const date = Date.parse(value);
    return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}


/***/ }),

/***/ 1664:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ findDeployments)
/* harmony export */ });
/** The most that the interface allows. */
const PAGE_SIZE = 100;
/** Far beyond any real list: a service that never stops must not hold a job for hours. */
const MAX_PAGES = 20_000;
/**
 * Walks the list of deployments to its end and keeps the items that are wanted, as the service sent them.
 *
 * Neither the order of the list nor what a response's `offset` stands for is sure, and a short page may be
 * short because the service imposes its own size. So the walk ends at an empty page only, follows an `offset`
 * that points forwards, and counts items where it does not. A page that brings nothing new means that the
 * service ignores the offset; as a list may also have shifted meanwhile, the walk then starts over, once.
 */
async function findDeployments(list, query, wanted, signal, part = {}) {
    for (let walk = 1;; walk++) {
        const reply = await walkOnce(list, query, wanted, part, signal);
        if (reply !== 'repeats')
            return reply;
        if (walk === 2)
            return { ok: false, failure: repeats() };
    }
}
async function walkOnce(list, query, wanted, { offset: start = 0, most = Number.POSITIVE_INFINITY }, signal) {
    const seen = new Set();
    const found = [];
    let offset = start;
    let emptyPages = 0;
    for (let count = 0; count < MAX_PAGES; count++) {
        const reply = await list({ ...query, limit: String(PAGE_SIZE), offset: String(offset) }, signal);
        if (!reply.ok)
            return reply;
        const { resources, offset: told } = reply.value;
        const pointsForwards = told !== undefined && told > offset;
        const before = seen.size;
        for (const item of resources) {
            const key = keyOf(item);
            if (seen.has(key))
                continue;
            seen.add(key);
            if (wanted(item))
                found.push(item);
        }
        if (found.length >= most)
            return { ok: true, value: found.slice(0, most), status: reply.status };
        if (resources.length === 0) {
            // Some services filter a page after they cut it: one that is empty and points on is not yet the end.
            emptyPages++;
            if (!pointsForwards || emptyPages > 1)
                return { ok: true, value: found, status: reply.status };
        }
        else if (seen.size === before) {
            return 'repeats';
        }
        else {
            emptyPages = 0;
        }
        offset = pointsForwards ? told : offset + resources.length;
    }
    return { ok: false, failure: endless() };
}
const keyOf = ({ id, name }) => (typeof id === 'string' ? id : `without id: ${name}`);
function repeats() {
    const reason = 'the list of deployments repeats a page although another one was asked for: ' +
        'the service does not know the offset parameter by the name used (see the input list_parameters)';
    return { kind: 'unusable', status: 200, reason, said: { text: '', fields: [] } };
}
function endless() {
    const reason = `the list of deployments did not end after ${MAX_PAGES} pages (see the input list_parameters)`;
    return { kind: 'unusable', status: 200, reason, said: { text: '', fields: [] } };
}


/***/ }),

/***/ 9830:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   R$: () => (/* binding */ retrying),
/* harmony export */   a2: () => (/* binding */ retryDelay),
/* harmony export */   dw: () => (/* binding */ NOT_PROCESSED),
/* harmony export */   p6: () => (/* binding */ RETRY)
/* harmony export */ });
/* unused harmony export isTransient */
/** Bounds of the retries of one idempotent request; times in milliseconds. */
const RETRY = { attempts: 5, base: 500, cap: 20_000, retryAfterCap: 60_000, total: 120_000 };
/** Statuses by which a service says that it did not process the request and that it may be sent again. */
const NOT_PROCESSED = new Set([408, 425, 429]);
/** Whether an idempotent request that failed like this is worth another try. */
function isTransient(failure) {
    if (failure.kind === 'network')
        return !isCertificateFailure(failure.code);
    return failure.kind === 'refused' && (NOT_PROCESSED.has(failure.status) || failure.status >= 500);
}
/** A certificate that is not trusted will not be trusted a second later. */
function isCertificateFailure(code) {
    return /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_)/.test(code);
}
/**
 * How long to wait before the attempt after `attempt` (1 for the first): exponential backoff with full jitter,
 * or what the service asked for by `Retry-After`, capped. In milliseconds.
 */
function retryDelay(attempt, failure, random) {
    if (failure.kind === 'refused' && failure.retryAfter !== undefined) {
        return Math.min(failure.retryAfter, RETRY.retryAfterCap);
    }
    return Math.round(random() * Math.min(RETRY.cap, RETRY.base * 2 ** attempt));
}
/** Runs an idempotent request until it succeeds, fails for good, or the bounds are reached. */
async function retrying(what, request, { clock, random, onRetry }, signal) {
    const deadline = clock.now() + RETRY.total;
    for (let attempt = 1;; attempt++) {
        const reply = await request();
        if (reply.ok || !isTransient(reply.failure) || attempt >= RETRY.attempts)
            return reply;
        const delay = retryDelay(attempt, reply.failure, random);
        if (clock.now() + delay > deadline)
            return reply;
        onRetry({ what, failure: reply.failure, delay, attempt });
        await clock.sleep(delay, signal);
    }
}


/***/ })

};
