/** Changing a status: one's own, or as an administrator another user's. */
import { isAdministrator } from "../access/roles.ts";
import { demand, InsufficientPermission, type ShapeOf, type UserId } from "../api/index.ts";
import type { Context, WriteContext } from "../context.ts";
import { takeTurn } from "../events/log.ts";
import { checkEmoji, emojiMeant } from "../reactions/emoji.ts";
import { updateSettings } from "../settings/actions.ts";
import { NoSuchUser, UserIsDeactivated } from "../users/contract.ts";
import { isLonger } from "../users/names.ts";
import type { UserRow } from "../users/present.ts";
import { userById } from "../users/store.ts";
import { announceStatus } from "./announce.ts";
import * as contract from "./contract.ts";
import { NO_STATUS, type Status, statusOf, storeStatus } from "./store.ts";

type Sent = Omit<ShapeOf<typeof contract.updateUserStatus.params>, "user_id">;
type OwnSent = ShapeOf<typeof contract.updateOwnStatus.params>;

/** Somebody who can have a status. */
export async function activePersonFor(ctx: Context, id: UserId): Promise<UserRow> {
  const user = await userById(ctx.db, ctx.realm.id, id);
  if (!user || user.bot_type !== null) throw new NoSuchUser();
  demand(user.is_active, new UserIsDeactivated());
  return user;
}

export async function updateOwnStatus(ctx: WriteContext, { away, ...sent }: OwnSent): Promise<void> {
  demand(away !== undefined || isAnythingSent(sent), new contract.NothingNew());
  const changes = checked(sent);
  if (away !== undefined) await updateSettings(ctx, { presence_enabled: !away }, { isStatusAnnounced: true });
  await change(ctx, ctx.user, changes, away === undefined ? {} : { away });
}

export async function updateStatusOf(ctx: WriteContext, userId: UserId, sent: Sent): Promise<void> {
  const person = await activePersonFor(ctx, userId);
  demand(isAdministrator(ctx.user), new InsufficientPermission());
  demand(isAnythingSent(sent), new contract.NothingNew());
  await change(ctx, person, checked(sent));
}

const isAnythingSent = (sent: Sent) => Object.values(sent).some((value) => value !== undefined);

/** The parts that change, in the order of the specification's errors. */
function checked({ status_text, ...emoji }: Sent): Partial<Status> {
  demand(!isLonger(status_text ?? "", contract.MAX_STATUS_LENGTH), new contract.StatusTooLong());
  return { ...(status_text === undefined ? {} : { status_text }), ...emojiOf(emoji) };
}

function emojiOf({ emoji_name, emoji_code, reaction_type }: Sent): Partial<Status> {
  if (emoji_name === undefined) {
    demand(emoji_code === undefined && reaction_type === undefined, new contract.EmojiWithoutName());
    return {};
  }
  const { status_text: _, ...none } = NO_STATUS;
  if (emoji_name === "") return none;
  const emoji = emojiMeant({ emoji_name, emoji_code, reaction_type });
  checkEmoji(emoji);
  return emoji;
}

async function change(
  ctx: WriteContext,
  user: Pick<UserRow, "id" | "bot_type">,
  changes: Partial<Status>,
  more: { away?: boolean } = {},
): Promise<void> {
  // Text and emoji may be changed by two requests at once, and each writes both back.
  await takeTurn(ctx.db, ctx.realm.id);
  if (Object.keys(changes).length > 0)
    await storeStatus(ctx.db, user.id, { ...(await statusOf(ctx.db, user.id)), ...changes });
  announceStatus(ctx, user, { ...more, ...changes });
}
