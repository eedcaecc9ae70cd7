import { muteTopic, setTopicVisibility, VisibilityPolicy } from "../../src/channels/user-topics/contract.ts";
import { getTopics } from "../../src/messages/topics/contract.ts";
import type { Story } from "../scene.ts";

export const topicExamples: Story = async ({ shows, chiara, dev, channels }) => {
  await shows(getTopics, chiara, { stream_id: channels.launch });
  const followed = { stream_id: channels.launch, topic: "release party" };
  await shows(setTopicVisibility, chiara, { ...followed, visibility_policy: VisibilityPolicy.followed });
  await shows(muteTopic, dev, { stream_id: channels.launch, topic: "print run", op: "add" });
};
