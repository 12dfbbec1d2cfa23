import { createEditor, type Editor } from "../../desk/editor/document/createEditor.ts";

/** Result of pasting a clipboard into a story. `missing` is the number of images that could not be pasted. */
export interface Pasted {
  markdown: string;
  missing: number;
  /** Names and sizes of the files that the clipboard contained. */
  files: { name: string; size: number }[];
}

declare global {
  /** Creates an editor with the text `body`, and pastes a clipboard's HTML into the editor. */
  function pasteInto(html: string, body: string): Pasted;
}

globalThis.pasteInto = (html, body) => {
  const pasted: Pasted = { markdown: "", missing: 0, files: [] };
  const mount = document.createElement("div");
  document.body.append(mount);
  const editor: Editor = createEditor(mount, body, "en-US", {
    isReadOnly: () => false,
    onUpdate() {},
    async onFiles(files) {
      pasted.files.push(...files.map(({ name, size }) => ({ name, size })));
      return [];
    },
    onMissingImages(count) {
      pasted.missing += count;
    },
    onSource() {},
    openLink() {},
    openFind() {},
    getThumbnail: () => "",
  });
  editor.view.pasteHTML(html);
  pasted.markdown = editor.getBody();
  editor.destroy();
  mount.remove();
  return pasted;
};
