/** `with` names a message and means the conversation it is in now, even if it was moved. */
import { ApiError, said } from "../../kernel/api/index.ts";
import type { Context } from "../../kernel/context.ts";
import { type Message, messageFor } from "../access.ts";
import { BadNarrow, BadNarrowCombination } from "../contract.ts";
import { participantsOf } from "../store.ts";
import { messageIdIn } from "./operators/conversations.ts";
import type { Operator, Term } from "./terms.ts";

const CONVERSATION: readonly Operator[] = ["channel", "topic", "dm"];

/** Replaces `with` and other conversation terms with those of the conversation. */
export async function resolveWith(ctx: Context, terms: readonly Term[]): Promise<readonly Term[]> {
  const [named, another] = terms.filter((term) => term.operator === "with");
  if (!named) return terms;
  if (another) throw new BadNarrowCombination({ desc: said`Duplicate 'with' operators.` });
  const id = messageIdIn(named.operand);
  if (id === undefined) throw new BadNarrow({ desc: said`Invalid 'with' operator` });
  const others = terms.filter((term) => term !== named);
  const message = await visibleMessage(ctx, id);
  if (message) {
    const kept = others.filter((term) => !CONVERSATION.includes(term.operator));
    return [...kept, ...(await conversationOf(ctx, message))];
  }
  if (!namesConversation(others)) throw new BadNarrow({ desc: said`Invalid 'with' operator` });
  return others;
}

async function visibleMessage(ctx: Context, id: number): Promise<Message | undefined> {
  try {
    return await messageFor(ctx, id);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

const term = (operator: Operator, operand: unknown): Term => ({ operator, operand, negated: false });

async function conversationOf(ctx: Context, { channel, subject, recipient_id }: Message): Promise<Term[]> {
  if (channel) return [term("channel", channel.id), term("topic", subject)];
  const people = (await participantsOf(ctx.db, [recipient_id])).get(recipient_id) ?? [];
  return [
    term(
      "dm",
      people.map((person) => person.id),
    ),
  ];
}

function namesConversation(terms: readonly Term[]): boolean {
  const names = new Set(terms.map((each) => each.operator));
  return names.has("dm") || (names.has("channel") && names.has("topic"));
}
