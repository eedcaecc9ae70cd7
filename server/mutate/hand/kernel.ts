import { mutant } from "./mutant.ts";

export const kernelMutants = [
  mutant(
    "return (allowEveryone || !isGuest(user)) && user.groups.has(on[setting]);",
    "return user.groups.has(on[setting]);",
    "guests in a group hold permissions that no guest can have",
  ),
  mutant(
    "if (audience.except?.includes(queue.userId)) return undefined;",
    "",
    "users excluded from an event receive it after a restart",
  ),
  mutant(
    "queue.options.all_public_streams && role !== Role.guest;",
    "queue.options.all_public_streams;",
    "a guest who asked for all public channels as a member keeps receiving them",
  ),
  mutant(
    "if (leaves?.users.includes(userId)) for (const channel of leaves.channels) standing.channels.add(channel);",
    "",
    "users who left a channel while offline miss earlier messages",
  ),
  mutant(
    "if (joins?.users.includes(userId)) for (const channel of joins.channels) standing.channels.delete(channel);",
    "",
    "users who were subscribed while offline receive earlier messages",
  ),
];
