export const id = 940;
export const ids = [940];
export const modules = {

/***/ 6940:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   readConfig: () => (/* binding */ readConfig)
/* harmony export */ });
/* unused harmony export ConfigFile */
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8816);
/* harmony import */ var _lib_json_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(292);
/* harmony import */ var _service_requests_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1932);
/* harmony import */ var _secrets_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(8569);
/* harmony import */ var _shape_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7177);
/* harmony import */ var _yaml_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3697);








/** The create request's shape, with nothing required, and names in the place of secrets. */
const ConfigFile = _service_requests_js__WEBPACK_IMPORTED_MODULE_2__/* .CreateDeploymentRequest */ .bG.partial().extend({
    secrets: zod__WEBPACK_IMPORTED_MODULE_5__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP()).optional(),
});
const MAX_CONFIG_BYTES = 1024 * 1024;
/**
 * Reads the `config` file: YAML or JSON inside the workspace. What is wrong in it is located, and left out of
 * `fields`, so that all else can still be checked.
 *
 * @returns the problem alone where there is no file to read or no mapping in it
 */
async function readConfig(path, env) {
    const workspace = env['GITHUB_WORKSPACE'] || process.cwd();
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(workspace, (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(workspace, path)).split(node_path__WEBPACK_IMPORTED_MODULE_1__.sep).join('/');
    const read = await readInside(workspace, path);
    if (!read.ok)
        return { ok: false, error: [{ input: 'config', message: read.error }] };
    const document = (0,_yaml_js__WEBPACK_IMPORTED_MODULE_4__/* .parseDocument */ .T)(read.value);
    if (document.errors.length > 0) {
        const problems = document.errors.map(({ message, line, col }) => ({
            message,
            place: { file, line, col },
        }));
        return { ok: false, error: problems };
    }
    if (!(0,_lib_json_js__WEBPACK_IMPORTED_MODULE_6__/* .isObject */ .Gv)(document.value)) {
        const message = 'must hold a mapping in the shape of the create request';
        return { ok: false, error: [{ message, place: { file, ...document.locate([]) } }] };
    }
    return { ok: true, value: toConfig(document, document.value, file, env) };
}
function toConfig(document, value, file, env) {
    const locate = (path, what) => ({ file, ...document.locate(path, what) });
    const checked = (0,_shape_js__WEBPACK_IMPORTED_MODULE_3__/* .checkShape */ .e)(ConfigFile, value);
    const shapeProblems = checked.ok ? [] : checked.error;
    const problems = shapeProblems.map(({ path, message, unknownKey }) => ({
        message: `${(0,_shape_js__WEBPACK_IMPORTED_MODULE_3__/* .formatPath */ .j)(path)} ${describeSecretValue(path) ?? message}`,
        place: locate(path, unknownKey ? 'key' : undefined),
    }));
    const fields = checked.ok ? checked.value : withoutProblems(value, shapeProblems);
    const secrets = [];
    const names = Array.isArray(value['secrets']) ? value['secrets'] : [];
    for (const [index, name] of names.entries()) {
        if (typeof name !== 'string')
            continue;
        const place = locate(['secrets', index]);
        const secret = (0,_secrets_js__WEBPACK_IMPORTED_MODULE_7__/* .isSecretName */ .eh)(name)
            ? (0,_secrets_js__WEBPACK_IMPORTED_MODULE_7__/* .secretFromEnvironment */ .sK)(name, env)
            : { ok: false, error: 'must be the name of an environment variable' };
        if (!secret.ok)
            problems.push({ message: `secrets[${index}]: ${secret.error}`, place });
        else if (secrets.some(other => other.name === name))
            problems.push({ message: `secrets[${index}]: the name is given twice`, place });
        else
            secrets.push({ ...secret.value, place });
    }
    const { secrets: _names, ...rest } = fields;
    return {
        fields: rest,
        secrets,
        problems,
        gives: path => path.reduce((part, step) => typeof part === 'object' && part !== null
            ? part[step]
            : undefined, value) !== undefined,
        locate,
    };
}
/** The likeliest mistake in `secrets` is the dangerous one. */
function describeSecretValue(path) {
    if (path[0] !== 'secrets' || path.length < 2)
        return undefined;
    return 'must be a name alone: its value comes from the environment, never from the file';
}
/** The fields of the file but those with a problem in them. */
function withoutProblems(value, problems) {
    const kept = structuredClone(value);
    for (const { path } of problems) {
        const [first, second] = path.map(String);
        if (first === undefined)
            continue;
        const part = kept[first];
        if (second !== undefined && (0,_lib_json_js__WEBPACK_IMPORTED_MODULE_6__/* .isObject */ .Gv)(part) && first !== 'secrets')
            delete part[second];
        else
            delete kept[first];
    }
    return ConfigFile.parse(kept);
}
/** Reads a file that is inside the workspace by its real path, so that no link leads out of it. */
async function readInside(workspace, path) {
    const target = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(workspace, path);
    if (leadsOut(workspace, target))
        return { ok: false, error: 'points outside the workspace' };
    try {
        const [realWorkspace, realTarget] = await Promise.all([(0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(workspace), (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(target)]);
        if (leadsOut(realWorkspace, realTarget))
            return { ok: false, error: 'points outside the workspace, through a link' };
        const file = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(realTarget);
        if (!file.isFile())
            return { ok: false, error: file.isDirectory() ? 'is a folder, not a file' : 'is not a file' };
        if (file.size > MAX_CONFIG_BYTES)
            return { ok: false, error: 'is larger than 1 MiB' };
        return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(realTarget)) };
    }
    catch (error) {
        if (error instanceof TypeError)
            return { ok: false, error: 'is not UTF-8 text' };
        return { ok: false, error: REASONS[error.code ?? ''] ?? 'cannot be read' };
    }
}
const REASONS = {
    ENOENT: 'does not exist in the workspace; is the repository checked out before this step?',
    ENOTDIR: 'does not exist in the workspace',
    EACCES: 'may not be read',
    ELOOP: 'is a link that leads in circles',
};
function leadsOut(folder, path) {
    const steps = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.relative)(folder, path);
    return steps === '..' || steps.startsWith(`..${node_path__WEBPACK_IMPORTED_MODULE_1__.sep}`) || (0,node_path__WEBPACK_IMPORTED_MODULE_1__.isAbsolute)(steps);
}


/***/ }),

/***/ 7177:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   e: () => (/* binding */ checkShape),
/* harmony export */   j: () => (/* binding */ formatPath)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8816);
/* harmony import */ var _lib_closest_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(973);
/* harmony import */ var _lib_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(292);



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
    const [nearest] = (0,_lib_closest_js__WEBPACK_IMPORTED_MODULE_0__/* .closest */ .k)(key, known, 1);
    return nearest === undefined ? 'is not known' : `is not known; the nearest known key is ${nearest}`;
}
/** The keys that the schema has for the object at a path. */
function knownKeys(schema, path) {
    let current = unwrap(schema);
    for (const step of path) {
        if (current instanceof zod__WEBPACK_IMPORTED_MODULE_1__/* .ZodObject */ .bvH)
            current = unwrap(current.shape[String(step)]);
        else if (current instanceof zod__WEBPACK_IMPORTED_MODULE_1__/* .ZodArray */ .naA)
            current = unwrap(current.element);
        else
            return [];
    }
    return current instanceof zod__WEBPACK_IMPORTED_MODULE_1__/* .ZodObject */ .bvH ? Object.keys(current.shape) : [];
}
function unwrap(schema) {
    let current = schema;
    while (current instanceof zod__WEBPACK_IMPORTED_MODULE_1__/* .ZodOptional */ .IiU || current instanceof zod__WEBPACK_IMPORTED_MODULE_1__/* .ZodNullable */ .l1C)
        current = current.unwrap();
    return current;
}
const valueAt = (value, path) => path.reduce((part, step) => part?.[step], value);
function isGiven(value, path) {
    const parent = valueAt(value, path.slice(0, -1));
    return (path.length === 0 ||
        ((0,_lib_json_js__WEBPACK_IMPORTED_MODULE_2__/* .isObject */ .Gv)(parent) && Object.hasOwn(parent, String(path.at(-1)))) ||
        Array.isArray(parent));
}
/** A path as people write it: `resource_spec.sidecars[0].image`. */
function formatPath(path) {
    return path.reduce((text, step) => typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`, '');
}


/***/ }),

/***/ 3697:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ parseDocument)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8815);

/** An alias may multiply what it stands for; real configurations use a few. */
const MAX_ALIASES = 100;
/** Parses one document of YAML 1.2, or JSON. */
function parseDocument(text) {
    const lines = new yaml__WEBPACK_IMPORTED_MODULE_0__/* .LineCounter */ .HN();
    // At its default level the parser would print parts of the text on its own.
    const options = { lineCounter: lines, logLevel: 'error', prettyErrors: false, uniqueKeys: true };
    const [document, second] = yaml__WEBPACK_IMPORTED_MODULE_0__/* .parseAllDocuments */ .hR(text, options);
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
    yaml__WEBPACK_IMPORTED_MODULE_0__/* .visit */ .YR(document, {
        Node(_key, node, path) {
            if (yaml__WEBPACK_IMPORTED_MODULE_0__/* .isAlias */ .Vj(node)) {
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
        const pair = yaml__WEBPACK_IMPORTED_MODULE_0__/* .isMap */ .jh(parent)
            ? parent.items.find(({ key }) => yaml__WEBPACK_IMPORTED_MODULE_0__/* .isScalar */ .jn(key) && String(key.value) === name)
            : undefined;
        const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
        const wanted = [what === 'key' && length === path.length ? pair?.key : node, pair?.key];
        const found = wanted.find((candidate) => yaml__WEBPACK_IMPORTED_MODULE_0__/* .isNode */ .Ll(candidate) && candidate.range != null);
        if (found?.range)
            return found.range[0];
    }
    return 0;
}


/***/ }),

/***/ 1932:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Us: () => (/* binding */ SecretReference),
/* harmony export */   bG: () => (/* binding */ CreateDeploymentRequest),
/* harmony export */   yd: () => (/* binding */ ResourceSpec)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8816);
/* harmony import */ var _enums_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(7238);


/**
 * The create request, table by table. What the interface does not name is refused here, because the service might
 * drop it in silence. Loaded only where a workflow gives a document to check.
 */
const isMapping = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/**
 * An object whose contents the interface leaves open. It is passed on as it is; only what JSON would change in
 * silence (a number that is not finite, or not exact) is refused.
 */
const OpenObject = zod__WEBPACK_IMPORTED_MODULE_0__/* .custom */ .IeY(isMapping, 'must be a mapping')
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
const Integer = zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr();
const VolumeMount = zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    mountPath: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    subPath: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    mountPropagation: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    subPathExpr: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    readOnly: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().optional(),
});
const Volume = zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    configMap: OpenObject.optional(),
    secret: OpenObject.optional(),
    emptyDir: OpenObject.optional(),
    persistentVolumeClaim: OpenObject.optional(),
    nfs: OpenObject.optional(),
    projected: OpenObject.optional(),
    downwardAPI: OpenObject.optional(),
    csi: OpenObject.optional(),
});
const Container = zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    image: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    imagePullPolicy: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    workingDir: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    restartPolicy: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    command: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()).optional(),
    args: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()).optional(),
    env: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({
        name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        value: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
        valueFrom: OpenObject.optional(),
    }))
        .optional(),
    envFrom: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(OpenObject).optional(),
    resources: zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({ limits: OpenObject.optional(), requests: OpenObject.optional() }).optional(),
    volumeMounts: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(VolumeMount).optional(),
    securityContext: OpenObject.optional(),
});
/** Scale and resources of every part of a deployment; `_mb` are megabytes and `_gi` gibibytes by name. */
const ResourceSpec = zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({
    min_scale: Integer.optional(),
    max_scale: Integer.optional(),
    cpu: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    cpu_limit: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    memory_mb: Integer.optional(),
    memory_limit_mb: Integer.optional(),
    queue_min_scale: Integer.optional(),
    queue_max_scale: Integer.optional(),
    queue_cpu: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    queue_cpu_limit: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    queue_memory_mb: Integer.optional(),
    queue_memory_limit_mb: Integer.optional(),
    orchestrator_cpu: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    orchestrator_cpu_limit: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    orchestrator_memory_mb: Integer.optional(),
    orchestrator_memory_limit_mb: Integer.optional(),
    orchestrator_min_scale: Integer.optional(),
    orchestrator_max_scale: Integer.optional(),
    executor_cpu: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    executor_cpu_limit: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    executor_memory_mb: Integer.optional(),
    executor_memory_limit_mb: Integer.optional(),
    redis_cpu: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    redis_cpu_limit: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    redis_memory_mb: Integer.optional(),
    redis_memory_limit_mb: Integer.optional(),
    db_cpu: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    db_cpu_limit: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().optional(),
    db_memory_mb: Integer.optional(),
    db_memory_limit_mb: Integer.optional(),
    db_storage_gi: Integer.optional(),
    db_max_connections: Integer.optional(),
    labels: OpenObject.optional(),
    annotations: OpenObject.optional(),
    service_account_name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional(),
    image_pull_secrets: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({ name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() })).optional(),
    volumes: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Volume).optional(),
    volume_mounts: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(VolumeMount).optional(),
    init_containers: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Container).optional(),
    sidecars: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Container).optional(),
});
/** What is specific to the source and is fixed, or changes without a new revision. All fields are nullable. */
const SourceConfig = zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({
    integration_id: zod__WEBPACK_IMPORTED_MODULE_0__/* .guid */ .OsD().nullish(),
    repo_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    build_on_push: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().nullish(),
    custom_url: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    resource_spec: ResourceSpec.nullish(),
    listener_id: zod__WEBPACK_IMPORTED_MODULE_0__/* .guid */ .OsD().nullish(),
    listener_config: zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({ k8s_namespace: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().optional() }).nullish(),
    install_command: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    build_command: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
});
/** What is specific to the source and needs a new revision when changed, as a request may set it. */
const SourceRevisionConfig = zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({
    repo_ref: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    graph_config_path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    image_uri: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
    source_tarball_path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().nullish(),
});
const Secret = zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({ name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(), value: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP() });
const SecretReference = zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    secret_name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    secret_key: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
});
/** Body of the create operation. */
const CreateDeploymentRequest = zod__WEBPACK_IMPORTED_MODULE_0__/* .strictObject */ .rej({
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP(),
    source: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(_enums_js__WEBPACK_IMPORTED_MODULE_1__/* .SOURCES */ .H),
    source_config: SourceConfig,
    source_revision_config: SourceRevisionConfig,
    secrets: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Secret),
    secret_references: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(SecretReference).nullish(),
});


/***/ })

};
