/** Saves an edit, sending a hash of the original text so that another person's edit is not overwritten. */
import { type Message, RequestError } from "@parley/client";
import { messageEditing } from "@parley/server/contract";
import type { Session } from "../state/session.tsx";
import { openConflict, openLooseFiles } from "./dialogs.tsx";
import { endEdit, finishEdit } from "./editing.ts";

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Edit {
  readonly messageId: number;
  /** The text that the author last saw. */
  readonly source: string;
  readonly text: string;
}

/** Throws the server's error; if someone else changed the text, asks which version to keep. */
export async function saveEdit(session: Session, { messageId, source, text }: Edit): Promise<void> {
  const message_id = messageId as Message["id"];
  // Browsers offer digests only in secure contexts; without one, the last edit wins.
  const prev = crypto.subtle ? { prev_content_sha256: await sha256(source) } : {};
  try {
    const { detached_uploads } = await session.connection.call(messageEditing.editMessage, {
      message_id,
      content: text,
      ...prev,
    });
    finishEdit(messageId, text);
    if (detached_uploads.length > 0) openLooseFiles(detached_uploads);
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== "EXPECTATION_MISMATCH") throw error;
    const theirs = await session.messages.source(messageId);
    openConflict({
      mine: text,
      theirs,
      onKeepMine: () => saveEdit(session, { messageId, source: theirs, text }),
      onTakeTheirs: () => endEdit(messageId),
    });
  }
}
