/** Saves drafts for the user's other clients. Sending a message does not delete its draft: clients do that. */

import { demand } from "../../kernel/api/index.ts";
import type { Context, User, WriteContext } from "../../kernel/context.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { demandRoom, demandTextFits } from "../../kernel/limits/room.ts";
import { on } from "../../kernel/moments.ts";
import { ownSettingChanged } from "../../people/moments.ts";
import { checkedDrafts } from "./check.ts";
import { DraftDoesNotExist, type SentDraft, SynchronizationIsOff } from "./contract.ts";
import { draftsAddEvent, draftsRemoveEvent, draftsUpdateEvent } from "./events.ts";
import { presentDraft } from "./present.ts";
import type { DraftContents } from "./store.ts";
import * as store from "./store.ts";

export const keepsDrafts = (user: Pick<User, "settings">): boolean => user.settings.enable_drafts_synchronization;

/** Every operation checks this first. */
export function demandSynchronization({ user }: Context): void {
  demand(keepsDrafts(user), new SynchronizationIsOff());
}

export async function createDrafts(ctx: WriteContext, sent: readonly SentDraft[]): Promise<number[]> {
  const { db, user } = ctx;
  demandSynchronization(ctx);
  const contents = await checkedDrafts(ctx, sent);
  await demandRoom(ctx, "drafts", { user_id: user.id }, contents.length);
  const made = await store.insertDrafts(db, user.id, contents);
  await demandTextFits(ctx, "draft_characters", { user_id: user.id });
  if (made.length > 0) append(ctx, draftsAddEvent({ op: "add", drafts: made.map(presentDraft) }), toUsers(user.id));
  return made.map(({ id }) => id);
}

export async function editDraft(ctx: WriteContext, id: number, sent: SentDraft): Promise<void> {
  const { db, user } = ctx;
  demandSynchronization(ctx);
  demand(await store.hasDraft(db, user.id, id), new DraftDoesNotExist());
  const [contents] = (await checkedDrafts(ctx, [sent])) as [DraftContents];
  const draft = { id, ...contents };
  demand(await store.changeDraft(db, user.id, draft), new DraftDoesNotExist());
  await demandTextFits(ctx, "draft_characters", { user_id: user.id });
  append(ctx, draftsUpdateEvent({ op: "update", draft: presentDraft(draft) }), toUsers(user.id));
}

export async function deleteDraft(ctx: WriteContext, id: number): Promise<void> {
  const { db, user } = ctx;
  demandSynchronization(ctx);
  demand(await store.removeDraft(db, user.id, id), new DraftDoesNotExist());
  append(ctx, draftsRemoveEvent({ op: "remove", draft_id: id }), toUsers(user.id));
}

/**
 * Turning enable_drafts_synchronization off deletes all drafts; clients can tell from the setting. Turning it on
 * deletes them again, so that a draft that was being saved when it was turned off does not return.
 */
export const forgettingDrafts = on(ownSettingChanged, ({ db, user }, { name }) => {
  if (name === "enable_drafts_synchronization") return store.removeAllDrafts(db, user.id);
});
