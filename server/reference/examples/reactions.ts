import { addReaction, removeReaction } from "../../src/messages/reactions/contract.ts";
import type { Story } from "../scene.ts";

export const reactionExamples: Story = async ({ shows, chiara, messages }) => {
  const reaction = { message_id: messages.reply, emoji_name: "tada" };
  await shows(addReaction, chiara, reaction);
  await shows(removeReaction, chiara, reaction);
};
