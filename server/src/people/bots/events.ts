import { allOptional, event, oneOf, type ShapeOf, strictObject, userId } from "../../kernel/api/index.ts";
import { botFields, botObject } from "./contract.ts";

const { user_id: _, email: __, bot_type: ___, ...changing } = botFields;

const addFields = { op: oneOf("add"), bot: botObject };
const updateFields = { op: oneOf("update"), bot: strictObject({ user_id: userId, ...allOptional(changing) }) };

type Secrets = { api_key?: string | undefined; services?: ShapeOf<typeof botFields>["services"] | undefined };

/** The log stores the bot's API key and its service's token encrypted. */
function revealed<B extends Secrets>(bot: B, open: (sealed: string) => string): B {
  return {
    ...bot,
    ...(bot.api_key === undefined ? {} : { api_key: open(bot.api_key) }),
    ...(bot.services === undefined
      ? {}
      : {
          services: bot.services.map((service) =>
            "token" in service ? { ...service, token: open(service.token) } : service,
          ),
        }),
  };
}

/** Sent to the bot's owner and to all human administrators; after a change of owner, to the new owner. */
export const botAddEvent = event("realm_bot", addFields, {
  reveal: (body: ShapeOf<typeof addFields>, open) => ({ ...body, bot: revealed(body.bot, open) }),
});

/** Contains exactly one changed property. */
export const botUpdateEvent = event("realm_bot", updateFields, {
  reveal: (body: ShapeOf<typeof updateFields>, open) => ({ ...body, bot: revealed(body.bot, open) }),
});

/** Sent to a former owner who is not an administrator. */
export const botDeleteEvent = event("realm_bot", { op: oneOf("delete"), bot: strictObject({ user_id: userId }) });
