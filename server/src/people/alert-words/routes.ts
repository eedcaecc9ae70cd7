import { route } from "../../kernel/http/route.ts";
import { addAlertWords, removeAlertWords } from "./actions.ts";
import * as contract from "./contract.ts";
import { alertWordsOf } from "./store.ts";

export const alertWordRoutes = [
  route(contract.getAlertWords, async ({ db, user }) => ({ alert_words: await alertWordsOf(db, user.id) })),

  route(contract.addAlertWords, async (ctx, { alert_words }) => ({
    alert_words: await addAlertWords(ctx, alert_words),
  })),

  route(contract.removeAlertWords, async (ctx, { alert_words }) => ({
    alert_words: await removeAlertWords(ctx, alert_words),
  })),
];
