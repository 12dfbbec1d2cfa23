import { Fragment, type Node } from "prosemirror-model";
import type { Transaction } from "prosemirror-state";
import { matchItems } from "../../../core/commonItems.ts";
import type { Block } from "../../../core/markdown/blocks.ts";
import { isSameBlock } from "../../../core/markdown/compareBlocks.ts";
import { parseDocument, writeDocument } from "../../../core/markdown/markdownDocument.ts";
import { getNodeType } from "../schema/storySchema.ts";
import { toBlock } from "../schema/toBlock.ts";
import { toNode } from "../schema/toNode.ts";

/** A story's Markdown, and the ProseMirror nodes of its blocks. Unedited nodes keep their source byte for byte. */
export interface StoryText {
  /** The text as a ProseMirror document. */
  doc: Node;
  /**
   * Writes a document as Markdown. `unequal`: indexes of nodes that the site would show differently from the editor.
   */
  write(doc: Node): { body: string; unequal: number[] };
  /**
   * Returns a node with the Markdown source of `node`, to replace a node that the site would show differently from the
   * editor. Returns null if the site and the editor show `node` alike, or if `node` already is Markdown source.
   */
  findSource(node: Node): Node | null;
  /** Replaces the nodes that differ from `body`. The remaining nodes keep the bytes that they have in `body`. */
  replace(transaction: Transaction, body: string): void;
}

export function openStoryText(body: string): StoryText {
  let original = parseDocument(body);
  let blocks = new Map<Node, Block>();
  const written = new WeakMap<Node, Block>();
  const nodes = open();

  return {
    doc: getNodeType("doc").create(null, nodes.at(-1)?.type.name === "paragraph" ? nodes : [...nodes, createEmpty()]),
    write,
    findSource(node) {
      const { body: source, unequal } = writeAlone(findBlock(node));
      return unequal.length === 0 || node.type.name === "source" ? null : toNode({ type: "source", source });
    },
    replace(transaction, newBody) {
      const old = transaction.doc.children;
      const oldSources = old.map(getSource);
      original = parseDocument(newBody);
      const matches = matchItems(
        oldSources,
        original.blocks.map(({ source }) => source),
      );
      const kept = new Map([...matches].map(([place, index]) => [index, old[place] as Node]));
      const current = open(kept);
      replaceDifferences(transaction, current, matches);
      // If only a part of a node was replaced, the document has a new object that `blocks` does not contain yet. The
      // object equals a node of the new text.
      for (const node of transaction.doc.children) {
        const index = blocks.has(node) ? -1 : current.findIndex((other) => node.eq(other));
        const block = original.blocks[index]?.block;
        if (block) blocks.set(node, block);
      }
    },
  };

  /** Creates the original text's nodes. Reuses the nodes in `kept`, by index, since the document already has them. */
  function open(kept: ReadonlyMap<number, Node> = new Map()): Node[] {
    blocks = new Map();
    return original.blocks.map(({ block, source }, index) => {
      const node = kept.get(index) ?? toSafeNode(block, source);
      blocks.set(node, block);
      return node;
    });
  }

  /** Returns a node's block: the known block, else a copy of an equal node's block, else the converted node. */
  function findBlock(node: Node): Block {
    const found = blocks.get(node) ?? written.get(node);
    if (found) return found;
    const equal = [...blocks.keys()].find((other) => other.eq(node));
    // Copies the block, since the same object must not be at two places in a document.
    const block = equal ? structuredClone(blocks.get(equal) as Block) : toBlock(node);
    written.set(node, block);
    return block;
  }

  function write(doc: Node) {
    const empty = doc.children.flatMap(({ type, attrs, childCount }) => {
      return type.name === "footnote" && childCount === 0 ? [attrs.number as string] : [];
    });
    const written = doc.children.map(findBlock);
    return writeDocument(empty.length === 0 ? written : written.map((block) => withoutNotes(block, empty)), original);
  }

  function writeAlone(block: Block) {
    return writeDocument([block], { blocks: [], end: "", names: original.names });
  }

  function getSource(node: Node): string {
    const block = findBlock(node);
    return original.blocks.find((part) => part.block === block)?.source ?? writeAlone(block).body;
  }
}

/** Removes empty footnotes and the references to them. Otherwise, readers would see the Markdown of both as text. */
function withoutNotes(block: Block, numbers: readonly string[]): Block {
  if (block.type === "footnote" && numbers.includes(block.number)) return { type: "paragraph", content: [] };
  let isChanged = false;
  const copy = JSON.parse(JSON.stringify(block), (_key, value) => {
    if (!Array.isArray(value)) return value;
    const kept = value.filter((item) => item?.type !== "footnote_reference" || !numbers.includes(item.number));
    isChanged ||= kept.length < value.length;
    return kept;
  });
  return isChanged ? copy : block;
}

/** Converts a block to a node. If that would lose a part of the block, returns a node with the block's Markdown. */
function toSafeNode(block: Block, source: string): Node {
  try {
    const node = toNode(block);
    if (block.type === "source" || isSameBlock(toBlock(node), block)) return node;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return toNode({ type: "source", source });
}

/** Replaces the runs of nodes between matching nodes. In each run, replaces only the differences. */
function replaceDifferences(
  transaction: Transaction,
  nodes: readonly Node[],
  matches: ReadonlyMap<number, number>,
): void {
  const old = transaction.doc.children;
  const starts = old.map((_, index) => old.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0));
  let [oldEnd, end] = [old.length, nodes.length];
  // Starts with the last run, so that the places of earlier runs stay valid.
  for (let index = old.length - 1; index >= -1; index--) {
    const match = index < 0 ? -1 : matches.get(index);
    if (match === undefined) continue;
    replaceRun(
      transaction,
      starts[index + 1] ?? transaction.doc.content.size,
      old.slice(index + 1, oldEnd),
      nodes.slice(match + 1, end),
    );
    [oldEnd, end] = [index, match];
  }
}

function replaceRun(transaction: Transaction, start: number, old: readonly Node[], nodes: readonly Node[]): void {
  const last = old.at(-1);
  // Keeps an empty paragraph at the end of the run, since somebody may be about to write there. `nodes` lacks this
  // paragraph, since Markdown has no empty paragraphs.
  if (last && isEmptyParagraph(last) && old.length !== nodes.length)
    replaceRun(transaction, start, old.slice(0, -1), nodes);
  else if (old.length === nodes.length) {
    let end = start + old.reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    for (const [index, node] of [...old.entries()].reverse()) {
      end -= node.nodeSize;
      replaceNode(transaction, end, node, nodes[index] as Node);
    }
  } else transaction.replaceWith(start, start + Fragment.from(old).size, nodes);
}

/** Replaces a node, or only the part of its text that differs, so that a cursor elsewhere in the text does not move. */
function replaceNode(transaction: Transaction, start: number, old: Node, node: Node): void {
  if (!old.isTextblock || !old.sameMarkup(node)) {
    if (!old.eq(node)) transaction.replaceWith(start, start + old.nodeSize, node);
    return;
  }
  const from = old.content.findDiffStart(node.content);
  const to = old.content.findDiffEnd(node.content);
  if (from === null || to === null) return;
  // `to` can be before `from`, for example if the texts are "aa" and "aaa": both begin and end with "aa".
  const overlap = Math.max(0, from - Math.min(to.a, to.b));
  const content = node.content.cut(from, to.b + overlap);
  transaction.replaceWith(start + 1 + from, start + 1 + to.a + overlap, content);
}

function createEmpty(): Node {
  return getNodeType("paragraph").create();
}

function isEmptyParagraph(node: Node): boolean {
  return node.type.name === "paragraph" && node.childCount === 0;
}
