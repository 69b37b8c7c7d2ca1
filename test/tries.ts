/**
 * How many of the tries of a property are made, or how long a text is: a tenth, which finds most mistakes in seconds, or
 * all where `TRIES=all`, as in .ci/run.
 */
export const tries = (all: number): number => (process.env['TRIES'] === 'all' ? all : Math.ceil(all / 10))
