import { TO_COME } from "../../core/toCome.ts";
import type { CheckResult } from "../../server/desk/api/apiTypes.ts";
import { getKey } from "../images/uploadImage.ts";
import { getTexts } from "../texts/texts.ts";

const BLOCKS = "p, h2, h3, h4, li, td, th, pre";

/** Selects the words of the story's text that have a fault, or focuses the field of the image that has the fault. */
export function selectInText(result: CheckResult): void {
  const { label, markdown } = getTexts().editor;
  const source = document.querySelector<HTMLTextAreaElement>(`textarea[aria-label="${CSS.escape(markdown.label)}"]`);
  const text = document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`);
  const field = text && findImageField(text, result);
  if (source) selectInSource(source, result);
  else if (field) focus(field);
  else if (text) selectWords(text, findRange(text, result));
}

function focus(field: HTMLElement): void {
  field.focus();
  field.scrollIntoView({ block: "center" });
}

function selectWords(text: HTMLElement, range: Range | undefined): void {
  text.focus();
  if (!range) return;
  getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
  range.startContainer.parentElement?.scrollIntoView({ block: "center" });
}

function selectInSource(source: HTMLTextAreaElement, { kind, text, src }: CheckResult): void {
  const found = kind === "tk" ? (TO_COME.exec(source.value)?.[0] ?? "") : (src ?? text);
  const start = Math.max(0, source.value.indexOf(found));
  source.focus();
  source.setSelectionRange(start, start + found.length);
}

/** Finds the field of the image with the fault, or the first field that contains "TK". */
function findImageField(text: HTMLElement, { kind, src = "" }: CheckResult): HTMLElement | undefined {
  const fields = [...text.querySelectorAll("textarea")];
  if (kind === "alt" || kind === "image") {
    const key = getKey(src);
    const isOfImage = ({ src: shown }: HTMLImageElement) => key !== null && shown.includes(`/images/${key}/`);
    const image = [...text.querySelectorAll("img")].find(isOfImage);
    return image?.closest("figure")?.querySelector("textarea") ?? fields.find(({ value }) => value.trim() === "");
  }
  return kind === "tk" ? fields.find(({ value }) => TO_COME.test(value)) : undefined;
}

function findRange(text: HTMLElement, { kind, text: words }: CheckResult): Range | undefined {
  const range = document.createRange();
  if (kind === "link") {
    const link = text.querySelector(`a[href="${CSS.escape(words)}"]`);
    if (!link) return undefined;
    range.selectNodeContents(link);
    return range;
  }
  if (kind !== "tk") return undefined;
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const context = words.replace(/^…|…$/g, "");
  const places: { node: Text; match: RegExpExecArray }[] = [];
  for (let node = nodes.nextNode() as Text | null; node; node = nodes.nextNode() as Text | null) {
    const match = TO_COME.exec(node.data);
    if (match) places.push({ node, match });
  }
  const isInContext = ({ node }: { node: Text }) =>
    (node.parentElement?.closest(BLOCKS)?.textContent ?? "").replaceAll(/\s+/g, " ").includes(context);
  const place = places.find(isInContext) ?? places[0];
  if (!place) return undefined;
  range.setStart(place.node, place.match.index);
  range.setEnd(place.node, place.match.index + place.match[0].length);
  return range;
}
