/** The work that is left for a text, in bytes to look at. Below zero, the search of the text ends. */
export interface Work {
  left: number
}

/** Texts to search for, all in one pass: the cost depends on the searched text, and only slightly on their number. */
interface Needles {
  /** Adds a text of {@link SHORTEST} bytes or more, which must not change later. Nothing is rebuilt. */
  add(needle: Uint8Array): void
  /**
   * The end of the longest needle at a position; -1 if there is none.
   *
   * @param key the first four bytes at the position, see {@link push}
   * @param from the position after those four bytes
   * @param length the number of valid bytes
   */
  endOf(key: number, bytes: Uint8Array, from: number, length: number): number
  readonly size: number
  /** The bytes of the shortest needle; infinite if there is none. */
  readonly shortest: number
}

/** The number of bytes in a needle's key, and the length of the shortest needle. */
export const SHORTEST = 4

/** A longer text is split into needles of this many bytes, so that no search looks further ahead. */
export const LONGEST = 64

/** Bits of the filter: with 30,000 needles it still rejects nine positions of ten. */
const FILTER_BITS = 18

/** A tree of needles. `tail`: the rest of the only needle below this node. */
interface Node {
  ends: boolean
  tail: Uint8Array | undefined
  children: Map<number, Node> | undefined
}

const newNode = (): Node => ({ ends: false, tail: undefined, children: undefined })

/** Adds a byte to the key of the last four bytes. */
export const push = (key: number, byte: number) => (key << 8) | byte

/** @param work pays for each byte that is compared with a needle */
export function createNeedles(work: Work): Needles {
  const filter = new Uint8Array(2 ** (FILTER_BITS - 3))
  const roots = new Map<number, Node>()
  let size = 0
  let shortest = Number.POSITIVE_INFINITY

  const slot = (key: number) => Math.imul(key, 0x9e3779b1) >>> (32 - FILTER_BITS)

  function addPiece(piece: Uint8Array): void {
    let key = 0
    for (let at = 0; at < SHORTEST; at++) key = push(key, piece[at] ?? 0)
    const place = slot(key)
    filter[place >> 3] = (filter[place >> 3] ?? 0) | (1 << (place & 7))
    const root = roots.get(key) ?? newNode()
    roots.set(key, root)
    plant(root, piece.subarray(SHORTEST))
    size++
    shortest = Math.min(shortest, piece.length)
  }

  return {
    get size() {
      return size
    },
    get shortest() {
      return shortest
    },
    add(needle) {
      for (let from = 0; from < needle.length; from += LONGEST) {
        // The last piece overlaps the one before, so that it has the full length.
        const start = Math.max(0, Math.min(from, needle.length - LONGEST))
        addPiece(needle.subarray(start, start + LONGEST))
      }
    },
    endOf(key, bytes, from, length) {
      const place = slot(key)
      if (((filter[place >> 3] ?? 0) & (1 << (place & 7))) === 0) return -1
      const root = roots.get(key)
      return root === undefined ? -1 : longest(root, bytes, from, length, work)
    },
  }
}

/** Adds the rest of a needle below a node. */
function plant(start: Node, rest: Uint8Array): void {
  let node = start
  for (let depth = 0; ; depth++) {
    const left = rest.subarray(depth)
    const [byte] = left
    if (byte === undefined) {
      node.ends = true
      return
    }
    if (!node.children) {
      if (!node.tail) {
        node.tail = left
        return
      }
      // A second needle shares this node: the first one moves down by a byte.
      const child = newNode()
      if (node.tail.length === 1) child.ends = true
      else child.tail = node.tail.subarray(1)
      node.children = new Map([[node.tail[0] ?? 0, child]])
      node.tail = undefined
    }
    const next = node.children.get(byte) ?? newNode()
    node.children.set(byte, next)
    node = next
  }
}

function longest(root: Node, bytes: Uint8Array, from: number, length: number, work: Work): number {
  let node: Node | undefined = root
  let end = -1
  for (let position = from; node; position++) {
    work.left--
    if (node.ends) end = position
    if (node.tail)
      return follows(bytes, position, length, node.tail, work) ? position + node.tail.length : end
    if (position >= length) return end
    node = node.children?.get(bytes[position] ?? 0)
  }
  return end
}

function follows(bytes: Uint8Array, from: number, length: number, tail: Uint8Array, work: Work): boolean {
  if (from + tail.length > length) return false
  let same = 0
  while (same < tail.length && bytes[from + same] === tail[same]) same++
  work.left -= same
  return same === tail.length
}
