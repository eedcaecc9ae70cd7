import { setTyping, setTypingEdit } from "../../src/messages/typing/contract.ts";
import type { Story } from "../scene.ts";

export const typingExamples: Story = async ({ shows, ben, chiara, messages }) => {
  await shows(setTyping, ben, { op: "start", to: [chiara.id] });
  await shows(setTypingEdit, chiara, { message_id: messages.cover, op: "start" });
};
