export const id = 111;
export const ids = [111];
export const modules = {

/***/ 8111:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  startGitHubDeployment: () => (/* binding */ startGitHubDeployment)
});

// EXTERNAL MODULE: ./build/deployment/outcome.js
var outcome = __webpack_require__(6066);
// EXTERNAL MODULE: ./build/http/exchange.js
var exchange = __webpack_require__(9148);
// EXTERNAL MODULE: ./build/lib/json.js
var json = __webpack_require__(292);
// EXTERNAL MODULE: ./build/service/failure.js
var failure = __webpack_require__(6446);
// EXTERNAL MODULE: ./build/github/event.js
var github_event = __webpack_require__(6830);
// EXTERNAL MODULE: ./build/github/text.js
var github_text = __webpack_require__(4639);
;// CONCATENATED MODULE: ./build/github/api.js






/** Longer words of GitHub's are cut off. */
const LONGEST_SAID = 500;
/**
 * Opens GitHub's API for the job's repository. Its requests go the way of all others: through the same
 * proxies, with the same certificates and bounds, and without following redirects.
 *
 * @param env the job's, with `GITHUB_REPOSITORY` and `GITHUB_SHA`; rejects where one of them is not set
 */
async function openGitHub({ token, environment }, env, { send, close }) {
    const ref = (0,github_event/* runCommit */.f)(env).sha ?? required('GITHUB_SHA', env);
    const [owner = '', repo = ''] = required('GITHUB_REPOSITORY', env).split('/');
    const log_url = runUrl(env);
    // The library looks at the address of the API as it is loaded, and throws at one that is none.
    const { getOctokit } = await Promise.all(/* import() */[__webpack_require__.e(942), __webpack_require__.e(413)]).then(__webpack_require__.bind(__webpack_require__, 2413));
    const baseUrl = env['GITHUB_API_URL'] || 'https://api.github.com';
    const { repos } = getOctokit(token, { baseUrl, request: { fetch: fetchBy(send) } }).rest;
    return {
        async createDeployment(signal) {
            const description = 'Recorded by the action that creates the deployment';
            const given = { ref, environment, description, auto_merge: false, required_contexts: [] };
            const { status, data } = await repos.createDeployment({ owner, repo, ...given, request: { signal } });
            if (status !== 201)
                throw unexpected(status);
            if (typeof data?.id !== 'number')
                throw new Error('GitHub answered with no id');
            return data.id;
        },
        async setStatus(id, given, signal) {
            const target = { owner, repo, deployment_id: id, environment, ...(log_url && { log_url }) };
            const { status } = await repos.createDeploymentStatus({ ...target, ...given, request: { signal } });
            if (status !== 201)
                throw unexpected(status);
        },
        close,
    };
}
/** The page of the workflow run, which leads to its log. */
function runUrl(env) {
    const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
    if (!run)
        return undefined;
    const attempt = env['GITHUB_RUN_ATTEMPT'] ? `/attempts/${env['GITHUB_RUN_ATTEMPT']}` : '';
    return `${server || 'https://github.com'}/${repository}/actions/runs/${run}${attempt}`;
}
function required(name, env) {
    const value = env[name];
    if (!value)
        throw new Error(`${name} is not set`);
    return value;
}
const unexpected = (status) => new Error(`GitHub answered ${status}, which is not expected`);
/** The part of `fetch` that the library uses here: each call is a POST of JSON. */
function fetchBy(send) {
    return async (address, options) => {
        const { headers, body, signal } = options;
        const url = new URL(address);
        const answer = await send({ method: 'POST', url, headers, body }, signal);
        if ((0,exchange/* isNetworkFailure */.NQ)(answer)) {
            throw new Error(`${url.host} could not be reached: ${(0,outcome/* describe */.q0)(answer)}`, { cause: answer.cause });
        }
        // The library prints what some headers say: none is handed on. What is not JSON comes out as text.
        const type = { 'content-type': 'application/json' };
        return new Response(answer.text || null, { status: answer.status, headers: type });
    };
}
/** Whether a call that threw this may succeed when made again: GitHub, or the way to it, failed. */
function isServerError(error) {
    return (0,json/* isObject */.Gv)(error) && Number(error['status']) >= 500;
}
/**
 * Why a call failed, and what to do about it, in one line each.
 *
 * @param redact removes secrets from a text before it is cut, as half a secret is no longer known as one
 */
function describeApiFailure(doing, error, env, redact) {
    const words = (text) => (0,github_text/* shorten */.ml)(redact(text), LONGEST_SAID);
    const answer = answerOf(error);
    if (answer) {
        const { status, said } = answer;
        const what = said === '' ? `${status}` : `${status} (${words(said)})`;
        return [`Could not ${doing}: GitHub answered ${what}.`, ...hints(status, env)];
    }
    if ((0,json/* isObject */.Gv)(error) && error['name'] === 'AbortError') {
        return [`Could not ${doing}: the run was cancelled, and GitHub did not answer in time.`];
    }
    return [`Could not ${doing}: ${words(error instanceof Error ? error.message : String(error))}.`];
}
/** The answer that the library threw, if it is one: an error without a `response` says that none came. */
function answerOf(error) {
    if (!(0,json/* isObject */.Gv)(error) || !(0,json/* isObject */.Gv)(error['response']))
        return undefined;
    const { data } = error['response'];
    // Where GitHub sent no JSON, the whole body is the library's message.
    const said = typeof data === 'string' ? (0,failure/* whatWasSaid */.vt)(data).text : String(error['message']);
    return { status: Number(error['status']), said };
}
function hints(status, env) {
    const permission = 'Give the job the permission `deployments: write`, under `permissions` in the workflow';
    switch (status) {
        case 401:
            return ['Check `github_token`: it is not, or no longer, a valid token.'];
        case 403:
            return [`${permission}.`];
        case 404:
            return [`${permission}, and check that \`github_token\` may see ${env['GITHUB_REPOSITORY']}.`];
        default:
            return [];
    }
}

;// CONCATENATED MODULE: ./build/github/deployment-record.js

/** Time for one call, and the pause before the last one is made again, in milliseconds. */
const CALL_TIMEOUT = 10_000;
const PAUSE = 1000;
/** Milliseconds after a cancellation that are left to the calls under way, and to all together. */
const GRACE = { under_way: 500, all: 1000 };
/**
 * Begins to record a run as a GitHub Deployment of the job's commit, side by side with what else the run
 * does. Whatever goes wrong is told in one warning, and is no failure of the run.
 */
function startGitHubDeployment(target, { job, env, clock, openTransport, signal }) {
    const underWay = delayed(signal, GRACE.under_way);
    const last = delayed(signal, GRACE.all);
    let warned = false;
    async function attempt(doing, call) {
        try {
            return await call();
        }
        catch (error) {
            const lines = describeApiFailure(doing, error, env, job.redact);
            if (!warned)
                job.warning({ title: 'GitHub Deployment', lines });
            warned = true;
            return undefined;
        }
    }
    /** Resolves to the id of the GitHub Deployment, or to undefined where there is none. */
    async function begin(github) {
        if (!github || signal.aborted)
            return undefined;
        const id = await attempt('create the GitHub Deployment', () => github.createDeployment(underWay));
        if (id === undefined || signal.aborted)
            return id;
        const status = { state: 'in_progress', description: 'The deployment is being created' };
        await attempt(setting(id, status), () => github.setStatus(id, status, underWay));
        return id;
    }
    /** Makes a call once more where that may help: a deployment that stays in progress misleads. */
    async function insist(call) {
        try {
            await call();
        }
        catch (error) {
            if (!isServerError(error) || signal.aborted)
                throw error;
            await clock.sleep(PAUSE, signal).catch(() => { });
            await call();
        }
        return true;
    }
    const opened = attempt('record a GitHub Deployment', () => openGitHub(target, env, openTransport({ timeout: CALL_TIMEOUT })));
    const begun = opened.then(begin);
    return {
        async finish(status) {
            const [github, id] = await Promise.all([opened, begun]);
            if (github && id !== undefined) {
                const call = () => github.setStatus(id, status, last);
                const done = await attempt(setting(id, status), () => insist(call));
                if (done)
                    job.info(`GitHub Deployment ${id} in ${target.environment} is set to ${status.state}`);
            }
            await github?.close();
        },
    };
}
const setting = (id, { state }) => `set the GitHub Deployment ${id} to ${state}`;
/** A signal that is aborted some milliseconds after another. */
function delayed(signal, ms) {
    const controller = new AbortController();
    const start = () => setTimeout(() => controller.abort(), ms).unref();
    if (signal.aborted)
        start();
    else
        signal.addEventListener('abort', start, { once: true });
    return controller.signal;
}


/***/ })

};
