/** Changes a user's own status, or another user's as an administrator. */

import { isAdministrator } from "../../kernel/access/roles.ts";
import { demand, InsufficientPermission, type ShapeOf, type UserId } from "../../kernel/api/index.ts";
import { record } from "../../kernel/audit/record.ts";
import type { Realm, WriteContext } from "../../kernel/context.ts";
import { isLonger } from "../../kernel/names/printable.ts";
import { checkEmoji, emojiMeant } from "../../text/emoji/reference.ts";
import { updateSettings } from "../settings/actions.ts";
import { activePersonFor } from "../users/access/viewer.ts";
import type { UserRow } from "../users/present.ts";
import { announceStatus } from "./announce.ts";
import * as contract from "./contract.ts";
import { NO_STATUS, type Status, statusOf, storeStatus } from "./store.ts";

type StatusRequest = Omit<ShapeOf<typeof contract.updateUserStatus.params>, "user_id">;
type OwnSent = ShapeOf<typeof contract.updateOwnStatus.params>;

/** An empty code or type means the same as none. */
const stated = (sent: StatusRequest) => ({
  ...sent,
  emoji_code: sent.emoji_code || undefined,
  reaction_type: sent.reaction_type || undefined,
});

export async function updateOwnStatus(ctx: WriteContext, { away, ...given }: OwnSent): Promise<void> {
  const sent = stated(given);
  demand(away !== undefined || isAnythingSent(sent), new contract.NothingNew());
  const changes = checked(ctx, sent);
  if (away !== undefined)
    await updateSettings(ctx, { values: { presence_enabled: !away } }, { isStatusAnnounced: true });
  await change(ctx, ctx.user, changes, away === undefined ? {} : { away });
}

export async function updateStatusOf(ctx: WriteContext, userId: UserId, given: StatusRequest): Promise<void> {
  const sent = stated(given);
  const person = await activePersonFor(ctx, userId);
  demand(isAdministrator(ctx.user), new InsufficientPermission());
  demand(isAnythingSent(sent), new contract.NothingNew());
  await change(ctx, person, checked(ctx, sent));
  record(ctx, "user_status_changed", { user: person.id });
}

const isAnythingSent = (sent: StatusRequest) => Object.values(sent).some((value) => value !== undefined);

/** The fields that change. Errors come in the order of the specification. */
function checked({ realm }: WriteContext, { status_text, ...emoji }: StatusRequest): Partial<Status> {
  demand(!isLonger(status_text ?? "", contract.MAX_STATUS_LENGTH), new contract.StatusTooLong());
  return { ...(status_text === undefined ? {} : { status_text }), ...emojiOf(realm, emoji) };
}

function emojiOf(realm: Realm, { emoji_name, emoji_code, reaction_type }: StatusRequest): Partial<Status> {
  if (emoji_name === undefined) {
    demand(emoji_code === undefined && reaction_type === undefined, new contract.EmojiWithoutName());
    return {};
  }
  const { status_text: _, ...none } = NO_STATUS;
  if (emoji_name === "") return none;
  const emoji = emojiMeant(realm, { emoji_name, emoji_code, reaction_type });
  checkEmoji(realm, emoji);
  return emoji;
}

async function change(
  ctx: WriteContext,
  user: Pick<UserRow, "id" | "bot_type">,
  changes: Partial<Status>,
  more: { away?: boolean } = {},
): Promise<void> {
  if (Object.keys(changes).length > 0)
    await storeStatus(ctx.db, user.id, { ...(await statusOf(ctx.db, user.id)), ...changes });
  await announceStatus(ctx, user, { ...more, ...changes });
}
