import { policyAfterParticipating } from "../../channels/user-topics/automatic.ts";
import { demand } from "../../kernel/api/index.ts";
import type { WriteContext } from "../../kernel/context.ts";
import { append } from "../../kernel/events/log.ts";
import { demandRoom } from "../../kernel/limits/room.ts";
import type { Message } from "../access.ts";
import { readersOf } from "../audience.ts";
import { InvalidSubmessageJson, MayNotAttach } from "./contract.ts";
import { submessageEvent } from "./events.ts";
import { firstOfWidget, insertSubmessage, isWidgetOf } from "./store.ts";
import { checkWidgetData } from "./widget-data.ts";

interface Attachment {
  msg_type: string;
  content: string;
}

/** Anyone who can read a message may add submessages once its sender has made it a widget; submessages never change. */
export async function addSubmessage(ctx: WriteContext, message: Message, { msg_type, content }: Attachment) {
  const { db, user } = ctx;
  const isAuthor = message.sender_id === user.id;
  demand(isAuthor || (await isWidgetOf(db, message.id, message.sender_id)), new MayNotAttach());
  const data = parsed(content);
  checkWidgetData(widgetTypeIn(await firstOfWidget(db, message.id)), data, isAuthor);
  const attached = { message_id: message.id, sender_id: user.id, msg_type, content };
  await demandRoom(ctx, "submessages_by_user", { message_id: message.id, sender_id: user.id });
  await demandRoom(ctx, "submessages", { message_id: message.id });
  const submessage_id = await insertSubmessage(db, attached);
  await policyAfterParticipating(ctx, message.channel, message.subject);
  append(ctx, submessageEvent({ ...attached, submessage_id }), await readersOf(db, message));
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new InvalidSubmessageJson();
  }
}

/** The first submessage was JSON, but of any type. */
function widgetTypeIn(first: string | undefined): unknown {
  const widget = first === undefined ? undefined : (JSON.parse(first) as { widget_type?: unknown } | null);
  return widget?.widget_type;
}
