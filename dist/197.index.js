export const id = 197;
export const ids = [197];
export const modules = {

/***/ 6197:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  waitFor: () => (/* binding */ waitFor)
});

// EXTERNAL MODULE: ./build/service/client.js + 1 modules
var client = __webpack_require__(641);
;// CONCATENATED MODULE: ./build/service/clock.js
/**
 * Runs something with a signal that aborts after a time, or with the outer signal.
 *
 * @returns undefined where the time was over first
 * @throws what the outer signal aborts with
 */
async function within(ms, { clock, signal }, run) {
    const done = new AbortController();
    const over = new AbortController();
    const timer = clock.sleep(ms, AbortSignal.any([signal, done.signal])).then(() => over.abort(), () => { });
    try {
        return await run(AbortSignal.any([signal, over.signal]));
    }
    catch (error) {
        signal.throwIfAborted();
        if (over.signal.aborted)
            return undefined;
        throw error;
    }
    finally {
        done.abort();
        await timer;
    }
}

// EXTERNAL MODULE: ./build/service/pages.js
var pages = __webpack_require__(1664);
// EXTERNAL MODULE: ./build/deployment/outcome.js + 1 modules
var outcome = __webpack_require__(2570);
;// CONCATENATED MODULE: ./build/deployment/wait.js




/** Pauses between polls and between heartbeats, in milliseconds. */
const POLL = { first: 500, factor: 1.5, longest: 10_000 };
const HEARTBEAT = 30_000;
/** How long the last look may take beyond the end of the wait, in milliseconds. */
const GRACE = 1000;
/**
 * When a deployment that is not listed counts as gone: after some looks in a row if it was listed before; if it
 * was just created, only after some time, in milliseconds, as a list may be slow to show it.
 */
const GONE = { looks: 2, unseenFor: 15_000 };
/**
 * Waits by polling the list: the interface has no operation that reads one deployment. A poll that fails does
 * not end a wait that still has time, and a status that is not known is waited through.
 *
 * @param timeout in milliseconds
 * @param context `listed` is whether the list has shown the deployment before
 * @returns the failure that ended the wait, or undefined when what was waited for has come
 */
async function waitFor(goal, start, timeout, context) {
    const { clock, notify, signal } = context;
    const { id } = start.read;
    const deadline = clock.now() + timeout;
    let latest = start;
    let lastNews = clock.now();
    const unseenUntil = clock.now() + GONE.unseenFor;
    let { listed } = context;
    let missing = 0;
    let lastProblem = '';
    notify({ type: 'status', status: stateOf(start.read) });
    for (let pause = POLL.first;; pause = Math.min(POLL.longest, pause * POLL.factor)) {
        if (latest.read.status === 'AWAITING_DELETE') {
            return (0,outcome/* failed */.gz)({
                code: 'deleted',
                what: `The deployment ${id} is being deleted: it will not become ${goal}`,
            });
        }
        if (isReached(goal, latest.read))
            return undefined;
        const left = deadline - clock.now();
        if (left <= 0)
            return (0,outcome/* failed */.gz)(timedOut(goal, latest.read, timeout, lastProblem));
        if (clock.now() - lastNews >= HEARTBEAT) {
            lastNews = clock.now();
            notify({ type: 'heartbeat', status: stateOf(latest.read), left });
        }
        await clock.sleep(Math.min(pause, left, lastNews + HEARTBEAT - clock.now()), signal);
        const reply = await look(start.read, deadline, context);
        if (!reply.ok) {
            const problem = (0,outcome/* describe */.q0)(reply.failure);
            if (problem !== lastProblem)
                notify({ type: 'look_failed', failure: reply.failure });
            lastProblem = problem;
            continue;
        }
        lastProblem = '';
        const seen = reply.value;
        if (!seen) {
            missing++;
            if (listed ? missing < GONE.looks : clock.now() < unseenUntil)
                continue;
            return (0,outcome/* failed */.gz)({
                code: 'deleted',
                what: `The deployment ${id} is no longer listed: it was deleted meanwhile`,
            });
        }
        listed = true;
        missing = 0;
        if (stateOf(seen.read) !== stateOf(latest.read)) {
            lastNews = clock.now();
            notify({ type: 'status', status: stateOf(seen.read) });
        }
        latest = seen;
        notify({ type: 'deployment', deployment: seen });
    }
}
/** Looks for the deployment by its name and id, once, until shortly after the end of the wait. */
async function look({ id, name }, deadline, { service, clock, signal }) {
    const reply = await within(Math.max(0, deadline - clock.now()) + GRACE, { clock, signal }, until => (0,pages/* findDeployments */.S)((query, each) => service.listDeployments(query, each, { retry: false }), name ? { name } : {}, sent => sent['id'] === id, until, { most: 1 }));
    if (!reply)
        return { ok: false, failure: { kind: 'network', sent: true, code: 'TIMEOUT', cause: undefined } };
    return reply.ok ? { ...reply, value: (0,client/* toDeployment */.HG)(reply.value[0]) } : reply;
}
function isReached(goal, { status, active_revision_id, latest_revision_id }) {
    if (goal === 'ready')
        return status === 'READY';
    return Boolean(active_revision_id) && active_revision_id === latest_revision_id;
}
/** The status, and whether the newest revision is the active one, as one text. */
function stateOf({ status, active_revision_id, latest_revision_id }) {
    const active = active_revision_id && active_revision_id === latest_revision_id;
    return `${status ?? 'no status'}${active ? ', newest revision active' : ''}`;
}
function timedOut(goal, deployment, timeout, lastProblem) {
    return {
        code: 'wait_timeout',
        what: `The deployment ${deployment.id} was not ${goal} within ${timeout / 1000} s; it was left as it is, ` +
            `and its last status was ${stateOf(deployment)}` +
            (lastProblem === '' ? '' : `. The last look failed: ${lastProblem}`),
    };
}


/***/ })

};
