export const id = 301;
export const ids = [301];
export const modules = {

/***/ 2301:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  readDocument: () => (/* binding */ readDocument)
});

// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js + 17 modules
var schemas = __webpack_require__(8816);
// EXTERNAL MODULE: ./build/service/list-parameters.js
var list_parameters = __webpack_require__(5755);
;// CONCATENATED MODULE: ./build/service/enums.js
// Values that the interface enumerates.
/** What a deployment is created from. */
const SOURCES = [
    'repohost',
    'external_container',
    'internal_container',
    'internal_source',
    'internal_template',
];
/** Values of the deployment type filter of the list. */
const DEPLOYMENT_TYPES = (/* unused pure expression or super */ null && (['dev_free', 'dev', 'prod']));

;// CONCATENATED MODULE: ./build/service/requests.js


/**
 * The create request, table by table. What the interface does not name is refused here, because the service might
 * drop it in silence. Loaded only where a workflow gives a document to check.
 */
const isMapping = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/**
 * An object whose contents the interface leaves open. It is passed on as it is; only what JSON would change in
 * silence (a number that is not finite, or not exact) is refused.
 */
const OpenObject = schemas/* custom */.IeY(isMapping, 'must be a mapping')
    .superRefine((value, check) => {
    for (const { path, number } of numbersIn(value)) {
        if (Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)))
            continue;
        check.addIssue({
            code: 'custom',
            path,
            message: 'must be a number that JSON can carry exactly, or in quotes',
        });
    }
});
function* numbersIn(value, path = []) {
    if (typeof value === 'number')
        yield { path, number: value };
    if (typeof value !== 'object' || value === null)
        return;
    for (const [key, member] of Object.entries(value)) {
        yield* numbersIn(member, [...path, Array.isArray(value) ? Number(key) : key]);
    }
}
const Integer = schemas/* int */.Whr();
const VolumeMount = schemas/* strictObject */.rej({
    name: schemas/* string */.YjP().optional(),
    mountPath: schemas/* string */.YjP().optional(),
    subPath: schemas/* string */.YjP().optional(),
    mountPropagation: schemas/* string */.YjP().optional(),
    subPathExpr: schemas/* string */.YjP().optional(),
    readOnly: schemas/* boolean */.zMY().optional(),
});
const Volume = schemas/* strictObject */.rej({
    name: schemas/* string */.YjP().optional(),
    configMap: OpenObject.optional(),
    secret: OpenObject.optional(),
    emptyDir: OpenObject.optional(),
    persistentVolumeClaim: OpenObject.optional(),
    nfs: OpenObject.optional(),
    projected: OpenObject.optional(),
    downwardAPI: OpenObject.optional(),
    csi: OpenObject.optional(),
});
const Container = schemas/* strictObject */.rej({
    name: schemas/* string */.YjP().optional(),
    image: schemas/* string */.YjP().optional(),
    imagePullPolicy: schemas/* string */.YjP().optional(),
    workingDir: schemas/* string */.YjP().optional(),
    restartPolicy: schemas/* string */.YjP().optional(),
    command: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    args: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    env: schemas/* array */.YOg(schemas/* strictObject */.rej({
        name: schemas/* string */.YjP().optional(),
        value: schemas/* string */.YjP().optional(),
        valueFrom: OpenObject.optional(),
    }))
        .optional(),
    envFrom: schemas/* array */.YOg(OpenObject).optional(),
    resources: schemas/* strictObject */.rej({ limits: OpenObject.optional(), requests: OpenObject.optional() }).optional(),
    volumeMounts: schemas/* array */.YOg(VolumeMount).optional(),
    securityContext: OpenObject.optional(),
});
/** Scale and resources of every part of a deployment; `_mb` are megabytes and `_gi` gibibytes by name. */
const ResourceSpec = schemas/* strictObject */.rej({
    min_scale: Integer.optional(),
    max_scale: Integer.optional(),
    cpu: schemas/* number */.aig().optional(),
    cpu_limit: schemas/* number */.aig().optional(),
    memory_mb: Integer.optional(),
    memory_limit_mb: Integer.optional(),
    queue_min_scale: Integer.optional(),
    queue_max_scale: Integer.optional(),
    queue_cpu: schemas/* number */.aig().optional(),
    queue_cpu_limit: schemas/* number */.aig().optional(),
    queue_memory_mb: Integer.optional(),
    queue_memory_limit_mb: Integer.optional(),
    orchestrator_cpu: schemas/* number */.aig().optional(),
    orchestrator_cpu_limit: schemas/* number */.aig().optional(),
    orchestrator_memory_mb: Integer.optional(),
    orchestrator_memory_limit_mb: Integer.optional(),
    orchestrator_min_scale: Integer.optional(),
    orchestrator_max_scale: Integer.optional(),
    executor_cpu: schemas/* number */.aig().optional(),
    executor_cpu_limit: schemas/* number */.aig().optional(),
    executor_memory_mb: Integer.optional(),
    executor_memory_limit_mb: Integer.optional(),
    redis_cpu: schemas/* number */.aig().optional(),
    redis_cpu_limit: schemas/* number */.aig().optional(),
    redis_memory_mb: Integer.optional(),
    redis_memory_limit_mb: Integer.optional(),
    db_cpu: schemas/* number */.aig().optional(),
    db_cpu_limit: schemas/* number */.aig().optional(),
    db_memory_mb: Integer.optional(),
    db_memory_limit_mb: Integer.optional(),
    db_storage_gi: Integer.optional(),
    db_max_connections: Integer.optional(),
    labels: OpenObject.optional(),
    annotations: OpenObject.optional(),
    service_account_name: schemas/* string */.YjP().optional(),
    image_pull_secrets: schemas/* array */.YOg(schemas/* strictObject */.rej({ name: schemas/* string */.YjP().optional() })).optional(),
    volumes: schemas/* array */.YOg(Volume).optional(),
    volume_mounts: schemas/* array */.YOg(VolumeMount).optional(),
    init_containers: schemas/* array */.YOg(Container).optional(),
    sidecars: schemas/* array */.YOg(Container).optional(),
});
/** What is specific to the source and is fixed, or changes without a new revision. All fields are nullable. */
const SourceConfig = schemas/* strictObject */.rej({
    integration_id: schemas/* guid */.OsD().nullish(),
    repo_url: schemas/* string */.YjP().nullish(),
    build_on_push: schemas/* boolean */.zMY().nullish(),
    custom_url: schemas/* string */.YjP().nullish(),
    resource_spec: ResourceSpec.nullish(),
    listener_id: schemas/* guid */.OsD().nullish(),
    listener_config: schemas/* strictObject */.rej({ k8s_namespace: schemas/* string */.YjP().optional() }).nullish(),
    install_command: schemas/* string */.YjP().nullish(),
    build_command: schemas/* string */.YjP().nullish(),
});
/** What is specific to the source and needs a new revision when changed, as a request may set it. */
const SourceRevisionConfig = schemas/* strictObject */.rej({
    repo_ref: schemas/* string */.YjP().nullish(),
    graph_config_path: schemas/* string */.YjP().nullish(),
    image_uri: schemas/* string */.YjP().nullish(),
    source_tarball_path: schemas/* string */.YjP().nullish(),
});
const Secret = schemas/* strictObject */.rej({ name: schemas/* string */.YjP(), value: schemas/* string */.YjP() });
const SecretReference = schemas/* strictObject */.rej({
    name: schemas/* string */.YjP(),
    secret_name: schemas/* string */.YjP(),
    secret_key: schemas/* string */.YjP(),
});
/** Body of the create operation. */
const CreateDeploymentRequest = schemas/* strictObject */.rej({
    name: schemas/* string */.YjP(),
    source: schemas/* enum */.k5n(SOURCES),
    source_config: SourceConfig,
    source_revision_config: SourceRevisionConfig,
    secrets: schemas/* array */.YOg(Secret),
    secret_references: schemas/* array */.YOg(SecretReference).nullish(),
});

// EXTERNAL MODULE: ./node_modules/leven/index.js
var leven = __webpack_require__(7785);
;// CONCATENATED MODULE: ./build/lib/closest.js

/** At most `count` of the candidates, nearest in spelling first; case does not matter. */
function closest(word, candidates, count) {
    const wanted = word.toLowerCase();
    return candidates
        .map(candidate => ({ candidate, distance: (0,leven/* default */.A)(wanted, candidate.toLowerCase()) }))
        .sort((a, b) => a.distance - b.distance)
        .slice(0, count)
        .map(({ candidate }) => candidate);
}

// EXTERNAL MODULE: ./build/lib/json.js
var json = __webpack_require__(292);
;// CONCATENATED MODULE: ./build/inputs/shape.js



/** Checks a value that a user wrote against a schema, and says all that is wrong in a user's words. */
function checkShape(schema, value) {
    const result = schema.safeParse(value, { reportInput: false });
    if (result.success)
        return { ok: true, value: result.data };
    const problems = result.error.issues.flatMap(issue => describeIssue(schema, value, issue));
    return { ok: false, error: problems };
}
function describeIssue(schema, value, issue) {
    const { path } = issue;
    switch (issue.code) {
        case 'unrecognized_keys': {
            const known = knownKeys(schema, path);
            return issue.keys.map(key => ({
                path: [...path, key],
                message: unknownKey(key, known),
                unknownKey: true,
            }));
        }
        case 'invalid_type': {
            const found = typeName(valueAt(value, path));
            const message = found === 'nothing' && !isGiven(value, path)
                ? 'is required'
                : `must be ${TYPES[issue.expected] ?? issue.expected}, not ${found}${quotingHint(issue.expected, found)}`;
            return [{ path, message, unknownKey: false }];
        }
        case 'invalid_value': {
            const words = issue.values.map(String);
            return [{ path, message: `must be one of ${words.join(', ')}`, unknownKey: false }];
        }
        case 'invalid_format':
            return [
                { path, message: `must be a ${issue.format === 'guid' ? 'UUID' : issue.format}`, unknownKey: false },
            ];
        case 'too_small':
            return [{ path, message: 'must not be empty', unknownKey: false }];
        case 'too_big':
            return [{ path, message: 'is too large a number', unknownKey: false }];
        default:
            return [{ path, message: issue.message, unknownKey: false }];
    }
}
const TYPES = {
    string: 'a string',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    object: 'a mapping',
    record: 'a mapping',
    array: 'a list',
};
function typeName(value) {
    if (value === null || value === undefined)
        return 'nothing';
    if (Array.isArray(value))
        return 'a list';
    if (typeof value === 'number' && !Number.isFinite(value))
        return 'a number that is not finite';
    if (typeof value === 'number')
        return Number.isInteger(value) ? 'a whole number' : 'a number';
    return TYPES[typeof value] ?? typeof value;
}
/** `repo_ref: 1.10` is the number 1.1 in YAML. */
const quotingHint = (expected, found) => expected === 'string' && /number|true or false/.test(found) ? '; put it in quotes' : '';
function unknownKey(key, known) {
    if (key === 'repo_commit_sha')
        return 'is set by the service and is not part of a request';
    const [nearest] = closest(key, known, 1);
    return nearest === undefined ? 'is not known' : `is not known; the nearest known key is ${nearest}`;
}
/** The keys that the schema has for the object at a path. */
function knownKeys(schema, path) {
    let current = unwrap(schema);
    for (const step of path) {
        if (current instanceof schemas/* ZodObject */.bvH)
            current = unwrap(current.shape[String(step)]);
        else if (current instanceof schemas/* ZodArray */.naA)
            current = unwrap(current.element);
        else
            return [];
    }
    return current instanceof schemas/* ZodObject */.bvH ? Object.keys(current.shape) : [];
}
function unwrap(schema) {
    let current = schema;
    while (current instanceof schemas/* ZodOptional */.IiU || current instanceof schemas/* ZodNullable */.l1C)
        current = current.unwrap();
    return current;
}
const valueAt = (value, path) => path.reduce((part, step) => part?.[step], value);
function isGiven(value, path) {
    const parent = valueAt(value, path.slice(0, -1));
    return (path.length === 0 ||
        ((0,json/* isObject */.Gv)(parent) && Object.hasOwn(parent, String(path.at(-1)))) ||
        Array.isArray(parent));
}
/** A path as people write it: `resource_spec.sidecars[0].image`. */
function formatPath(path) {
    return path.reduce((text, step) => typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`, '');
}

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(8815);
;// CONCATENATED MODULE: ./build/inputs/yaml.js

/** An alias may multiply what it stands for; real configurations use a few. */
const MAX_ALIASES = 100;
/** Parses one document of YAML 1.2, or JSON. */
function parseDocument(text) {
    const lines = new dist/* LineCounter */.HN();
    // At its default level the parser would print parts of the text on its own.
    const options = { lineCounter: lines, logLevel: 'error', prettyErrors: false, uniqueKeys: true };
    const [document, second] = dist/* parseAllDocuments */.hR(text, options);
    const at = (offset) => {
        const { line, col } = lines.linePos(offset);
        return { line: Math.max(line, 1), col: Math.max(col, 1) };
    };
    if (!document || !('contents' in document)) {
        return { value: null, errors: [], locate: () => ({ line: 1, col: 1 }) };
    }
    const errors = withoutEchoes([...document.errors, ...document.warnings].map(error => ({
        ...at(error.pos[0]),
        message: describe(error),
    })));
    for (const offset of badAliases(document)) {
        errors.push({ ...at(offset), message: 'is an alias of nothing that stands before it' });
    }
    if (second)
        errors.push({ ...at(second.range[0]), message: 'must hold one document' });
    let value;
    if (errors.length === 0) {
        try {
            value = document.toJS({ maxAliasCount: MAX_ALIASES });
        }
        catch {
            errors.push({ line: 1, col: 1, message: 'uses too many aliases of aliases' });
        }
    }
    return { value, errors, locate: (path, what = 'value') => at(offsetOf(document, path, what)) };
}
const PARSE_ERRORS = {
    DUPLICATE_KEY: 'the key is given twice',
    TAG_RESOLVE_FAILED: 'uses a tag that is not known',
    TAB_AS_INDENT: 'is indented by a tab',
    BAD_INDENT: 'is not indented as YAML asks for',
    MULTIPLE_DOCS: 'must hold one document',
};
function describe({ code, message }) {
    if (/^Flow (map|sequence) /.test(message))
        return 'a bracket or a brace is not closed';
    return PARSE_ERRORS[code] ?? 'cannot be parsed as YAML or JSON';
}
/** One mistake can make the parser complain several times about a line. */
const withoutEchoes = (errors) => [...new Map(errors.toReversed().map(error => [`${error.line} ${error.message}`, error])).values()].reverse();
/** Where an alias stands for nothing, or for what it stands in. */
function badAliases(document) {
    const anchors = new Map();
    const offsets = [];
    dist/* visit */.YR(document, {
        Node(_key, node, path) {
            if (dist/* isAlias */.Vj(node)) {
                const target = anchors.get(node.source);
                if (!target || path.includes(target))
                    offsets.push(node.range?.[0] ?? 0);
            }
            else if (node.anchor)
                anchors.set(node.anchor, node);
        },
    });
    return offsets;
}
function offsetOf(document, path, what) {
    for (let length = path.length; length >= 0; length--) {
        const parent = length === 0 ? undefined : document.getIn(path.slice(0, length - 1), true);
        const name = path[length - 1];
        const pair = dist/* isMap */.jh(parent)
            ? parent.items.find(({ key }) => dist/* isScalar */.jn(key) && String(key.value) === name)
            : undefined;
        const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
        const wanted = [what === 'key' && length === path.length ? pair?.key : node, pair?.key];
        const found = wanted.find((candidate) => dist/* isNode */.Ll(candidate) && candidate.range != null);
        if (found?.range)
            return found.range[0];
    }
    return 0;
}

;// CONCATENATED MODULE: ./build/inputs/documents.js





// Inputs that are YAML or JSON, and the shape of each. Loaded only where a workflow gives one of them.
const purposes = Object.keys(list_parameters/* LIST_PARAMETERS */.i);
const RepositorySeed = schemas/* strictObject */.rej({
    owner: schemas/* string */.YjP().min(1),
    name: schemas/* string */.YjP().min(1),
    url: schemas/* string */.YjP().exactOptional(),
    default_branch: schemas/* string */.YjP().exactOptional(),
    host_integration_id: schemas/* guid */.OsD().exactOptional(),
    id: schemas/* int */.Whr().exactOptional(),
});
const SHAPES = {
    resource_spec: ResourceSpec,
    secret_references: schemas/* array */.YOg(SecretReference),
    list_parameters: schemas/* strictObject */.rej(Object.fromEntries(purposes.map(purpose => [purpose, schemas/* string */.YjP().min(1).optional()]))),
    repositories: schemas/* array */.YOg(RepositorySeed),
};
/**
 * Reads an input that is a document, and says by line all that is wrong with it.
 *
 * @param text as the workflow gave it: white space in front is indentation, and counts for the lines
 */
async function readDocument(input, text) {
    const document = parseDocument(text);
    if (document.errors.length > 0) {
        const problems = document.errors.map(({ line, message }) => ({
            input,
            message: `line ${line}: ${message}`,
        }));
        return { ok: false, error: problems };
    }
    const checked = checkShape(SHAPES[input], document.value);
    if (checked.ok)
        return checked;
    const problems = checked.error.map(({ path, message, unknownKey }) => {
        const { line } = document.locate(path, unknownKey ? 'key' : 'value');
        const where = path.length === 0 ? '' : `line ${line}: ${formatPath(path)} `;
        return { input, message: where + message };
    });
    return { ok: false, error: problems };
}


/***/ })

};
