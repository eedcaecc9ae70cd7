import { deleteMessage, deleteTopic } from "../../src/messages/delete/contract.ts";
import type { Story } from "../scene.ts";

export const deletingExamples: Story = async ({ shows, ada, chiara, channels }) => {
  const message_id = await ada.sends("#launch > print run", "Wrong window, sorry.");
  await shows(deleteMessage, ada, { message_id });
  await chiara.sends("#launch > test", "Is this thing on?");
  await shows(deleteTopic, ada, { stream_id: channels.launch, topic_name: "test" });
};
