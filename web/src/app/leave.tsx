/**
 * Signs out by submitting a form, which the server accepts only from our own pages. Deletes the account's cached data
 * first; drafts that only this browser has are saved on the server before. If the server does not have all texts then,
 * the reader decides.
 */
import { attempt } from "../actions/attempt.ts";
import { unsavedEdits } from "../actions/editing.ts";
import { targetOfMessage } from "../actions/message-place.ts";
import { saveDrafts } from "../composer/drafts/keep-drafts.ts";
import { readyToWrite } from "../composer/ready.ts";
import { targetOfOutgoing } from "../composer/send.ts";
import { targetOfDraft } from "../composer/target.ts";
import { forgetAccount } from "../offline/forget.ts";
import { unsentMessages } from "../offline/unsent.ts";
import type { Session } from "../state/session.tsx";
import { openDialog } from "./dialogs.tsx";
import { LeaveDialog, type TextHere } from "./LeaveDialog.tsx";

const LONGEST_TO_SAVE_MS = 3000;

export async function signOut(session: Session): Promise<void> {
  const response = await fetch("/session", { credentials: "include" });
  const { csrf_token } = (await response.json()) as { csrf_token: string };
  const texts = await textsOnlyHere(session);
  if (texts.length === 0) return leave(csrf_token);
  openDialog((close) => (
    <LeaveDialog texts={texts} onClose={close} onLeave={() => void attempt(() => leave(csrf_token))} />
  ));
}

async function textsOnlyHere({ store, outbox, messages: cache }: Session): Promise<readonly TextHere[]> {
  const { ownId } = store.state.users;
  await readyToWrite();
  const drafts = await saveDrafts(LONGEST_TO_SAVE_MS);
  const messages = await unsentMessages(outbox, { userId: ownId, withinMs: LONGEST_TO_SAVE_MS });
  const found = [
    ...drafts.map((draft) => ({ target: targetOfDraft(draft, ownId), text: draft.content })),
    ...unsavedEdits().flatMap(({ messageId, text }) => {
      const message = cache.message(messageId);
      return message ? { target: targetOfMessage(message, ownId), text } : [];
    }),
    ...messages.map(({ message }) => ({ target: targetOfOutgoing(message, ownId), text: message.content })),
  ];
  // Two windows may have the same.
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

async function leave(csrfToken: string): Promise<void> {
  await forgetAccount().catch(() => {});
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/accounts/logout/";
  const token = document.createElement("input");
  token.type = "hidden";
  token.name = "csrfmiddlewaretoken";
  token.value = csrfToken;
  form.append(token);
  document.body.append(form);
  form.submit();
}
