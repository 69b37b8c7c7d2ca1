/**
 * The number of runs of a property, or the length of a text: a tenth, which finds most mistakes in seconds, or all with
 * `TRIES=all`, as in .ci/run.
 */
export const tries = (all: number): number => (process.env['TRIES'] === 'all' ? all : Math.ceil(all / 10))
