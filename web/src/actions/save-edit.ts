/** Sends an edit, together with what the text was, so that nobody else's edit is lost. */
import { type Message, RequestError } from "@parley/client";
import { messageEditing } from "@parley/server/contract";
import type { Session } from "../state/session.tsx";
import { openConflict, openLooseFiles } from "./dialogs.tsx";
import { endEdit } from "./editing.ts";

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Edit {
  readonly messageId: number;
  /** As its author last saw it. */
  readonly source: string;
  readonly text: string;
}

/** Throws what the server says; a text that somebody has changed meanwhile is asked about. */
export async function saveEdit(session: Session, { messageId, source, text }: Edit): Promise<void> {
  const message_id = messageId as Message["id"];
  // Browsers give digests only where the address is safe; without one the last edit wins.
  const prev = crypto.subtle ? { prev_content_sha256: await sha256(source) } : {};
  try {
    const { detached_uploads } = await session.connection.call(messageEditing.editMessage, {
      message_id,
      content: text,
      ...prev,
    });
    endEdit(messageId);
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
