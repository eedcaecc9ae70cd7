import { demand } from "../../kernel/api/index.ts";
import { route } from "../../kernel/http/route.ts";
import type { UserRow } from "../../people/users/present.ts";
import { userById } from "../../people/users/store.ts";
import * as contract from "./contract.ts";
import { sendOrganizationsWelcome } from "./messages.ts";

export const welcomeRoutes = [
  route(contract.testWelcomeMessage, async (ctx, { welcome_message_custom_text: text }) => {
    demand(text.trim() !== "", new contract.WelcomeTextEmpty());
    const self = (await userById(ctx.db, ctx.realm.id, ctx.user.id)) as UserRow;
    return { message_id: await sendOrganizationsWelcome(ctx, self, text) };
  }),
];
