/** Bots as administrators are shown them: what belongs to them beside their accounts. */
import { type Fields, numberOrNothing, objectsIn, textIn, textOrNothing } from "../imports/json.ts";
import { idIn, idOrNothing } from "./remote-values.ts";

/** Where an outgoing webhook bot is called. */
export interface CalledService {
  readonly address: string;
  readonly form: number;
  /** By which the service recognizes its caller. */
  readonly token: string;
}

export interface BotState {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly isActive: boolean;
  readonly owner: number | undefined;
  /** Names of channels; null for none, and for one that the reader does not see. */
  readonly sendsTo: string | null;
  readonly listensTo: string | null;
  readonly listensToAll: boolean;
  readonly services: readonly CalledService[];
}

export const botIn = (fields: Fields): BotState => ({
  id: idIn(fields.user_id, "a bot"),
  name: textIn(fields.full_name),
  type: numberOrNothing(fields.bot_type) ?? 1,
  isActive: fields.is_active === true,
  owner: idOrNothing(fields.owner_id, "an owner of a bot"),
  sendsTo: textOrNothing(fields.default_sending_stream) ?? null,
  listensTo: textOrNothing(fields.default_events_register_stream) ?? null,
  listensToAll: fields.default_all_public_streams === true,
  services: objectsIn(fields.services)
    .filter(({ base_url }) => typeof base_url === "string")
    .map((service) => ({
      address: textIn(service.base_url),
      form: numberOrNothing(service.interface) ?? 1,
      token: textIn(service.token),
    })),
});
