import { forEach, readStyle, STYLE, unwrap } from "./dom.ts";

/** Elements that have no place in a text, or that could run. */
const REMOVED =
  "script,style,link,meta,base,title,template,noscript,iframe,frame,object,embed,applet,svg,math,canvas,map,video,audio,source,track,form,button,input,select,textarea,dialog,nav,xml,[hidden],.EOP,br.Apple-interchange-newline";

/** Comments of Word, and the references to them. */
const COMMENTS = ".msocomanchor,.MsoCommentReference,hr.msocomoff";

/** Text that a person deleted while Word tracked the changes. */
const DELETED = ".msoDel,del[cite],del[datetime]";

/** Removes what is not part of the text: scripts, forms, navigation, hidden parts, comments, deleted text. */
export function removeJunk(root: HTMLElement): void {
  forEach(root, `${REMOVED},${COMMENTS},${DELETED}`, (element) => element.remove());
  forEach(root, `[${STYLE}]`, (element) => {
    const style = readStyle(element);
    const isComment = /comment/.test(`${style.get("mso-element")}${style.get("mso-special-character")}`);
    if (isComment || style.get("display") === "none" || style.get("mso-hide") === "all") element.remove();
  });
  removeComments(root);
  // Unwraps Word's paragraph marks and smart tags, such as <o:p> and <st1:City>.
  forEach(root, "*", (element) => {
    if (element.localName.includes(":")) unwrap(element);
  });
}

function removeComments(root: HTMLElement): void {
  const comments = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) (comment as Comment).remove();
}
