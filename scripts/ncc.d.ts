// Types of the parts of the bundler that are used here; the package has none.
declare module '@vercel/ncc' {
  /** A module of the bundle, or several joined modules. */
  type Module = { resource?: string; modules?: Module[] }
  type Stats = { compilation: { modules: Iterable<Module> } }
  type Assets = Record<string, { source: string | Buffer }>
  export default function ncc(
    entry: string,
    options: Record<string, string | boolean>,
  ): Promise<{ code: string; map: string; assets: Assets; stats: Stats }>
}
