import type { ChannelId, ShapeOf, UserId } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { json } from "../../kernel/db/dialect.ts";
import { toUsers } from "../../kernel/events/audience.ts";
import { append } from "../../kernel/events/log.ts";
import { wakeAt } from "../../kernel/jobs/take-due.ts";
import { demandRoom, demandTextFits } from "../../kernel/limits/room.ts";
import { isInteractive } from "../../messages/send/deliver.ts";
import { prepareForChannel, prepareForPeople } from "../../messages/send/prepare.ts";
import { claimForScheduled, releaseScheduled } from "../../messages/uploads/claims.ts";
import type { Rendered } from "../../text/markdown/render.ts";
import {
  type AddressType,
  AlreadySent,
  type createScheduledMessage as creation,
  NoSuchScheduledMessage,
  NotAChannelId,
  NothingToChange,
  NotInFuture,
  NotRecipients,
  RecipientRequired,
  TopicRequired,
  type updateScheduledMessage as update,
} from "./contract.ts";
import { scheduledAddEvent, scheduledRemoveEvent, scheduledUpdateEvent } from "./events.ts";
import { deliverScheduled } from "./job-kind.ts";
import { presentScheduled } from "./present.ts";
import {
  changeScheduledMessage,
  deleteScheduledMessage as deleteRow,
  insertScheduledMessage,
  type ScheduledMessage,
  scheduledMessageOf,
} from "./store.ts";

type ScheduleRequest = ShapeOf<(typeof creation)["params"]>;
type ScheduleChanges = Omit<ShapeOf<(typeof update)["params"]>, "scheduled_message_id">;

export async function createScheduledMessage(ctx: WriteContext, request: ScheduleRequest): Promise<number> {
  const { scheduled_delivery_timestamp, read_by_sender } = request;
  const address = addressOf(request.type, request.to);
  checkIsInFuture(ctx, scheduled_delivery_timestamp);
  const { columns, rendered } = await checkedMessage(ctx, { ...request, address });
  const isToSelf = columns.channel_id === null && columns.userIds[0] === ctx.user.id;
  await demandRoom(ctx, "scheduled_messages", { sender_id: ctx.user.id });
  const row = await insertScheduledMessage(ctx.db, {
    ...stored(columns),
    realm_id: ctx.realm.id,
    sender_id: ctx.user.id,
    scheduled_delivery_timestamp,
    // A note to oneself should be unread when it is sent.
    read_by_sender: read_by_sender ?? (isInteractive(ctx.client) && !isToSelf),
    client: ctx.client,
  });
  await demandTextFits(ctx, "scheduled_message_characters", { sender_id: ctx.user.id });
  await claimForScheduled(ctx, row.id, rendered.uploads);
  wakeAt(ctx, deliverScheduled({}), scheduled_delivery_timestamp);
  const event = scheduledAddEvent({ op: "add", scheduled_messages: [presentScheduled(row)] });
  append(ctx, event, toUsers(ctx.user.id));
  return row.id;
}

export async function updateScheduledMessage(ctx: WriteContext, id: number, changes: ScheduleChanges): Promise<void> {
  const { type, to, topic, scheduled_delivery_timestamp } = changes;
  if (Object.values(changes).every((value) => value === undefined)) throw new NothingToChange();
  if (type !== undefined && to === undefined) throw new RecipientRequired();
  if (type !== undefined && isChannelType(type) && topic === undefined) throw new TopicRequired();
  if (scheduled_delivery_timestamp !== undefined) checkIsInFuture(ctx, scheduled_delivery_timestamp);

  const before = await messageToChange(ctx, id);
  if (before.failure !== null && scheduled_delivery_timestamp === undefined) throw new NotInFuture();
  const changed = await checkedChanges(ctx, before, changes);
  const row = await changeScheduledMessage(ctx.db, id, {
    ...(changed && stored(changed.columns)),
    ...(scheduled_delivery_timestamp === undefined ? {} : { scheduled_delivery_timestamp }),
    failure: null,
    client: ctx.client,
  });
  if (changed) {
    await demandTextFits(ctx, "scheduled_message_characters", { sender_id: ctx.user.id });
    await releaseScheduled(ctx, [id]);
    await claimForScheduled(ctx, id, changed.rendered.uploads);
  }
  if (scheduled_delivery_timestamp !== undefined) wakeAt(ctx, deliverScheduled({}), scheduled_delivery_timestamp);
  const event = scheduledUpdateEvent({ op: "update", scheduled_message: presentScheduled(row) });
  append(ctx, event, toUsers(ctx.user.id));
}

export async function deleteScheduledMessage(ctx: WriteContext, id: number): Promise<void> {
  await messageToChange(ctx, id);
  await releaseScheduled(ctx, [id]);
  await deleteRow(ctx.db, id);
  append(ctx, scheduledRemoveEvent({ op: "remove", scheduled_message_id: id }), toUsers(ctx.user.id));
}

/** Under the organization's lock, so that the message cannot be sent meanwhile. */
async function messageToChange({ db, user }: WriteContext, id: number): Promise<ScheduledMessage> {
  const row = await scheduledMessageOf(db, user.id, id);
  if (!row) throw new NoSuchScheduledMessage();
  if (row.sent_at !== null) throw new AlreadySent();
  return row;
}

function checkIsInFuture({ now }: WriteContext, moment: number): void {
  if (moment <= now) throw new NotInFuture();
}

const isChannelType = (type: AddressType) => type === "channel" || type === "stream";

type ScheduledTarget = { readonly channel: ChannelId } | { readonly people: readonly UserId[] };

function addressOf(type: AddressType, to: number | readonly number[]): ScheduledTarget {
  if (isChannelType(type)) {
    if (typeof to !== "number") throw new NotAChannelId();
    return { channel: to };
  }
  if (typeof to === "number") throw new NotRecipients();
  return { people: to };
}

/** `undefined` if only the time changes, or if a direct message is given a topic, which is ignored. */
async function checkedChanges(
  ctx: WriteContext,
  before: ScheduledMessage,
  { type, to, content, topic }: ScheduleChanges,
): Promise<Checked | undefined> {
  const isDirect = before.channel_id === null;
  if (to === undefined && content === undefined && (topic === undefined || isDirect)) return undefined;
  const address = addressOf(
    type ?? (isDirect ? "direct" : "channel"),
    to ?? before.channel_id ?? before.user_ids ?? [],
  );
  return checkedMessage(ctx, {
    address,
    content: content ?? before.content,
    // A direct message has no topic to keep.
    topic: topic ?? (isDirect ? undefined : before.topic),
  });
}

interface Columns {
  readonly channel_id: ChannelId | null;
  readonly userIds: readonly UserId[];
  readonly topic: string;
  readonly content: string;
  readonly rendered_content: string;
}

interface Checked {
  readonly columns: Columns;
  readonly rendered: Rendered;
}

interface ScheduledContent {
  readonly address: ScheduledTarget;
  readonly topic?: string | undefined;
  readonly content: string;
}

/** Checks the message as if it were sent now. */
async function checkedMessage(ctx: WriteContext, { address, topic, content }: ScheduledContent): Promise<Checked> {
  if ("channel" in address) {
    const ready = await prepareForChannel(ctx, { to: address.channel, topic, content });
    return checked(ready.composed, { channel_id: ready.channel.id, userIds: [], topic: ready.topic });
  }
  const { participants, composed } = await prepareForPeople(ctx, { to: address.people, content });
  const others = participants.map((person) => person.id).filter((id) => id !== ctx.user.id);
  return checked(composed, { channel_id: null, userIds: others.length > 0 ? others : [ctx.user.id], topic: "" });
}

function checked(
  { content, rendered }: { content: string; rendered: Rendered },
  place: Pick<Columns, "channel_id" | "userIds" | "topic">,
): Checked {
  return { columns: { ...place, content, rendered_content: rendered.html }, rendered };
}

const stored = ({ userIds, ...columns }: Columns) => ({
  ...columns,
  user_ids: columns.channel_id === null ? json(userIds) : null,
});
