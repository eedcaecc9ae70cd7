/** The web client, for users and for visitors if they are allowed. Opening it extends the session. */
import { admitsVisitors } from "../../kernel/access/visitors.ts";
import { changeOutOfTurn } from "../../kernel/context.ts";
import { type Page, SIGN_IN_PATH } from "../../kernel/pages/page.ts";
import { renewSession } from "../sessions/actions.ts";

export const homePage: Page = {
  path: "/",
  async show(visit) {
    if (!visit.user && !(await admitsVisitors(visit.app, visit.db, visit.realm))) return { goTo: SIGN_IN_PATH };
    const cookies = visit.session === undefined ? [] : await changeOutOfTurn(visit, renewSession);
    return { application: true, cookies };
  },
};
