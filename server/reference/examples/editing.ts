import { editMessage } from "../../src/messages/edit/contract.ts";
import { getMessage, getMessageHistory } from "../../src/messages/history/contract.ts";
import type { Story } from "../scene.ts";

export const editingExamples: Story = async ({ shows, chiara, dev, messages }) => {
  const message_id = messages.cover;
  await chiara.call(editMessage, { message_id, content: "Three drafts of the cover are on the shared drive." });
  await shows(editMessage, chiara, { message_id, topic: "Salt Roads jacket", propagate_mode: "change_all" });
  await shows(getMessage, dev, { message_id });
  await shows(getMessageHistory, dev, { message_id });
};
