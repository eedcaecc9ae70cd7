/** The uploads of the message on the desk: they go on, and their links come into it, wherever the reader goes meanwhile. */
import type { Session } from "../../state/session.tsx";
import { desk } from "../desk.ts";
import type { TextBoxHandle } from "../TextBox.tsx";
import type { Uploads } from "./uploads.ts";
import { uploadsInto } from "./uploads-into.ts";

const known = new WeakMap<Session, Uploads>();
let field: TextBoxHandle | null = null;

/** Where the caret says what a file comes behind, while there is a field. */
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
