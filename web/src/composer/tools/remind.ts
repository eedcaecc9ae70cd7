/** Sets a reminder for the newest message of the target conversation. */
import { viewOf } from "@parley/client/views";
import { messages as operations } from "@parley/server/contract";
import { attempt } from "../../actions/attempt.ts";
import { openRemind } from "../../actions/dialogs.tsx";
import { showToast } from "../../parts/toasts.tsx";
import type { Session } from "../../state/session.tsx";
import { t } from "../../text/text.ts";
import { narrowOfTarget, type Target } from "../target.ts";

interface Noted {
  readonly note: string;
  readonly onSet: () => void;
}

let isAsking = false;

export async function remindOfConversation(session: Session, target: Target, noted: Noted): Promise<void> {
  // The key may be pressed again before the dialog is there.
  if (isAsking) return;
  isAsking = true;
  await attempt(async () => {
    const newest = await newestIn(session, target);
    if (newest === undefined) showToast({ text: t("composer.nothingToRemindOf") });
    else openRemind(newest, noted);
  });
  isAsking = false;
}

async function newestIn({ connection, messages }: Session, target: Target): Promise<number | undefined> {
  const narrow = narrowOfTarget(target);
  if (!narrow) return undefined;
  const known = viewOf(messages, narrow as never).state;
  if (known.isOpened && known.foundNewest) return known.ids.at(-1);
  const asked = narrow.map(({ operator, operand }) => ({ operator, operand: operand as number | string }));
  const newest = { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false, client_gravatar: true };
  const found = await connection.call(operations.getMessages, { narrow: asked, ...newest });
  return found.messages.at(-1)?.id;
}
