/** The uploads of the current message; they continue, and their links are inserted, while the reader navigates. */
import type { Session } from "../../state/session.tsx";
import { desk } from "../desk.ts";
import type { TextBoxHandle } from "../TextBox.tsx";
import type { Uploads } from "./uploads.ts";
import { uploadsInto } from "./uploads-into.ts";

const known = new WeakMap<Session, Uploads>();
let field: TextBoxHandle | null = null;

/** The field whose caret decides where a link goes, while it exists. */
export function attachField(handle: TextBoxHandle | null): () => void {
  field = handle;
  return () => {
    field = null;
  };
}

export function uploadsOf(session: Session): Uploads {
  const made =
    known.get(session) ??
    uploadsInto(session, { field: () => field, read: () => desk.get().text, write: (text) => desk.write(text) });
  known.set(session, made);
  return made;
}
