// The part of the bundler that is used here; it has no types of its own.

declare module '@vercel/ncc' {
  interface Options {
    cache: boolean
    quiet: boolean
    /** Whether the bundle is an ES module. */
    esm: boolean
    /** Requests as modules write them, and what answers each at run time instead of a module of the bundle. */
    externals?: Record<string, string>
  }

  /** A module of the bundle, or several that were joined. */
  interface Module {
    resource?: string
    modules?: Module[]
  }

  export default function ncc(
    entry: string,
    options: Options,
  ): Promise<{
    code: string
    assets: Record<string, { source: string | Buffer }>
    stats: { compilation: { modules: Iterable<Module> } }
  }>
}
