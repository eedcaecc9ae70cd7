/** Whether pictures come from the provider changes the pictures of nearly everyone. */
import { deleteQueuesIn } from "../../kernel/events/queue-store.ts";
import { on } from "../../kernel/moments.ts";
import { settingChanging } from "../../organization/moments.ts";

/** Instead of sending each new picture to everyone, this ends all queues, so that clients register again (decision 025). */
export const picturesBeginAnew = on(settingChanging, async ({ db, realm }, change) => {
  if (change.name !== "enable_gravatar") return;
  await deleteQueuesIn(db, realm.id);
  change.effects = { silencesAll: true };
});
