/** The features: the table of contents of the server. */

import { folderRoutes } from "./channel-folders/routes.ts";
import { foldersSnapshot } from "./channel-folders/snapshot.ts";
import { retireSilentChannels } from "./channels/jobs.ts";
import { channelReadingRoutes } from "./channels/read/routes.ts";
import { channelRoutes } from "./channels/routes.ts";
import { channelsSnapshot, subscriptionsSnapshot } from "./channels/snapshot.ts";
import { countTraffic } from "./channels/traffic.ts";
import { defaultChannelRoutes } from "./default-channels/routes.ts";
import { defaultChannelsSnapshot, defaultGroupsSnapshot } from "./default-channels/snapshot.ts";
import type { Feature } from "./feature.ts";
import { promoteFullMembers } from "./groups/jobs.ts";
import { groupsSnapshot } from "./groups/snapshot.ts";
import { deleteOldMessages } from "./messages/retention/job.ts";
import { messageRoutes } from "./messages/routes.ts";
import { messagesSnapshot, recentDirectSnapshot } from "./messages/snapshot.ts";
import { reactionRoutes } from "./reactions/routes.ts";
import { realmRoutes } from "./realms/routes.ts";
import { realmSnapshot } from "./realms/snapshot.ts";
import { registrationRoutes } from "./registration/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";
import {
  displaySettingsSnapshot,
  notificationSettingsSnapshot,
  userDefaultsSnapshot,
  userSettingsSnapshot,
} from "./settings/snapshot.ts";
import { userTopicRoutes } from "./user-topics/routes.ts";
import { mutedTopicsSnapshot, userTopicsSnapshot } from "./user-topics/snapshot.ts";
import { userRoutes } from "./users/routes.ts";
import { usersSnapshot } from "./users/snapshot.ts";

const contributing: readonly Feature[] = [
  { routes: realmRoutes, snapshot: [realmSnapshot] },
  { routes: userRoutes, snapshot: [usersSnapshot] },
  {
    routes: settingsRoutes,
    snapshot: [userSettingsSnapshot, userDefaultsSnapshot, displaySettingsSnapshot, notificationSettingsSnapshot],
  },
  { snapshot: [groupsSnapshot], jobs: [promoteFullMembers] },
  {
    routes: [...channelRoutes, ...channelReadingRoutes],
    snapshot: [subscriptionsSnapshot, channelsSnapshot],
    jobs: [retireSilentChannels, countTraffic],
  },
  { routes: messageRoutes, snapshot: [messagesSnapshot, recentDirectSnapshot] },
  { jobs: [deleteOldMessages] },
  { routes: reactionRoutes },
  { routes: defaultChannelRoutes, snapshot: [defaultChannelsSnapshot, defaultGroupsSnapshot] },
  { routes: folderRoutes, snapshot: [foldersSnapshot] },
  { routes: userTopicRoutes, snapshot: [userTopicsSnapshot, mutedTopicsSnapshot] },
];

const registration: Feature = { routes: registrationRoutes(contributing.flatMap((feature) => feature.snapshot ?? [])) };

export const features: readonly Feature[] = [...contributing, registration];
