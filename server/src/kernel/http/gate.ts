/** Which accounts an operation is open to, with the reference's error messages. */
import { isAdministrator, isGuest, isOwner } from "../access/roles.ts";
import { apiError, demand, type Gate } from "../api/index.ts";
import type { User } from "../context.ts";

export const NotForGuests = apiError("BAD_REQUEST", "Not allowed for guest users");
export const NotForBots = apiError("BAD_REQUEST", "This endpoint does not accept bot requests.");
export const MustBeAdministrator = apiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator");
export const MustBeOwner = apiError("UNAUTHORIZED_PRINCIPAL", "Must be an organization owner");

export function pass(gate: Gate, user: User): void {
  switch (gate) {
    case "anyone":
    case "visitor":
    case "user":
      break;
    case "human":
      demand(!user.is_bot, new NotForBots());
      break;
    case "non-guest":
      demand(!isGuest(user), new NotForGuests());
      break;
    case "member":
      demand(!isGuest(user), new NotForGuests());
      demand(!user.is_bot, new NotForBots());
      break;
    case "administrator":
      demand(isAdministrator(user), new MustBeAdministrator());
      break;
    case "owner":
      demand(isOwner(user), new MustBeOwner());
      break;
    default:
      throw new Error(gate satisfies never);
  }
}
