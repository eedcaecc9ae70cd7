import { type ClientProfile, type EventBody, event, int, oneOf } from "../../../kernel/api/index.ts";
import { answerObject, commandObject } from "./contract.ts";
import { answerShownTo } from "./present.ts";

/** Released clients know nothing of commands: answers are direct messages for them. */
const ifKnown = (body: EventBody, { capabilities }: ClientProfile): EventBody[] =>
  capabilities.bot_commands ? [body] : [];

/** Sent to everyone. */
export const commandAddEvent = event(
  "bot_commands",
  { op: oneOf("add"), command: commandObject },
  { shape: (body, client): EventBody[] => ifKnown(body, client) },
);

/** Sent to everyone. */
export const commandUpdateEvent = event(
  "bot_commands",
  { op: oneOf("update"), command: commandObject },
  { shape: (body, client): EventBody[] => ifKnown(body, client) },
);

/** Sent to everyone. */
export const commandRemoveEvent = event(
  "bot_commands",
  { op: oneOf("remove"), command_id: int() },
  { shape: (body, client): EventBody[] => ifKnown(body, client) },
);

/** Sent to the caller, after the direct message that is the answer. It goes with that message. */
export const answerAddEvent = event(
  "command_answers",
  { op: oneOf("add"), answer: answerObject },
  { shape: (body, client): EventBody[] => ifKnown({ ...body, answer: answerShownTo(client, body.answer) }, client) },
);
