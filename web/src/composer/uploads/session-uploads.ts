/**
 * The uploads of each message being written; they continue, and their links are inserted into that message, while the
 * reader navigates.
 */
import type { Session } from "../../state/session.tsx";
import { desk } from "../desk.ts";
import { sendSheet } from "../send.ts";
import type { TextBoxHandle } from "../TextBox.tsx";
import { splitPictures, withPictures } from "./pictures.ts";
import type { Uploads } from "./uploads.ts";
import { uploadsInto } from "./uploads-into.ts";

/** By the number of their sheet. */
const known = new WeakMap<Session, Map<number, Uploads>>();
/** Local addresses of uploaded pictures, which need not be fetched to be shown. */
const shown = new Map<string, string>();
let field: { readonly sheet: number; readonly handle: TextBoxHandle | null } | undefined;

/** The field whose caret decides where a link goes, while it exists. */
export function attachField(sheet: number, handle: TextBoxHandle | null): () => void {
  field = { sheet, handle };
  return () => {
    field = undefined;
  };
}

export const addressToShow = (url: string): string => shown.get(url) ?? url;

export function uploadsOf(session: Session, sheet: number): Uploads {
  const all = known.get(session) ?? new Map<number, Uploads>();
  known.set(session, all);
  const made = all.get(sheet) ?? newUploads(session, sheet);
  all.set(sheet, made);
  return made;
}

function newUploads(session: Session, sheet: number): Uploads {
  const read = () => desk.sheet(sheet)?.text ?? "";
  const write = (text: string) => desk.writeTo(sheet, text);
  const uploads = uploadsInto(session, {
    read,
    write,
    field: () => (field?.sheet === sheet ? field.handle : undefined),
    onPicture: (picture, file) => {
      shown.set(picture.url, URL.createObjectURL(file));
      const { words, pictures } = splitPictures(read());
      write(withPictures(words, [...pictures, picture]));
    },
  });
  let sending = 0;
  uploads.subscribe(() => {
    const before = sending;
    sending = uploads.get().filter(({ state }) => state.name === "sending").length;
    if (sending !== before) desk.uploads(sheet, sending - before);
    if (uploads.isBusy || desk.sheet(sheet)?.isWaiting !== true) return;
    desk.note(sheet, { isWaiting: false });
    if (!uploads.hasFailed) sendSheet(session, sheet);
  });
  return uploads;
}

desk.watch(
  () => {},
  ({ text }) => {
    for (const { url } of splitPictures(text).pictures) {
      const address = shown.get(url);
      if (address !== undefined) URL.revokeObjectURL(address);
      shown.delete(url);
    }
  },
);
