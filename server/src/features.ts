/** The features: the table of contents of the server. */

import { isEventDeclaration } from "./api/index.ts";
import * as channelEvents from "./channels/events.ts";
import { channelRoutes } from "./channels/routes.ts";
import { channelsSnapshot, defaultChannelsSnapshot, subscriptionsSnapshot } from "./channels/snapshot.ts";
import type { AnyEventDeclaration } from "./events/frames.ts";
import type { Feature } from "./feature.ts";
import * as groupEvents from "./groups/events.ts";
import { groupsSnapshot } from "./groups/snapshot.ts";
import * as messageEvents from "./messages/events.ts";
import { messageRoutes } from "./messages/routes.ts";
import { messagesSnapshot, recentDirectSnapshot } from "./messages/snapshot.ts";
import * as realmEvents from "./realms/events.ts";
import { realmRoutes } from "./realms/routes.ts";
import { realmSnapshot } from "./realms/snapshot.ts";
import { registrationRoutes } from "./registration/routes.ts";
import * as settingsEvents from "./settings/events.ts";
import { settingsRoutes } from "./settings/routes.ts";
import {
  displaySettingsSnapshot,
  notificationSettingsSnapshot,
  userDefaultsSnapshot,
  userSettingsSnapshot,
} from "./settings/snapshot.ts";
import * as userEvents from "./users/events.ts";
import { userRoutes } from "./users/routes.ts";
import { usersSnapshot } from "./users/snapshot.ts";

const eventsIn = (module: object): AnyEventDeclaration[] =>
  Object.values(module).filter(isEventDeclaration) as unknown as AnyEventDeclaration[];

const contributing: readonly Feature[] = [
  { routes: realmRoutes, events: eventsIn(realmEvents), snapshot: [realmSnapshot] },
  { routes: userRoutes, events: eventsIn(userEvents), snapshot: [usersSnapshot] },
  {
    routes: settingsRoutes,
    events: eventsIn(settingsEvents),
    snapshot: [userSettingsSnapshot, userDefaultsSnapshot, displaySettingsSnapshot, notificationSettingsSnapshot],
  },
  { events: eventsIn(groupEvents), snapshot: [groupsSnapshot] },
  {
    routes: channelRoutes,
    events: eventsIn(channelEvents),
    snapshot: [subscriptionsSnapshot, channelsSnapshot, defaultChannelsSnapshot],
  },
  { routes: messageRoutes, events: eventsIn(messageEvents), snapshot: [messagesSnapshot, recentDirectSnapshot] },
];

const registration: Feature = { routes: registrationRoutes(contributing.flatMap((feature) => feature.snapshot ?? [])) };

export const features: readonly Feature[] = [...contributing, registration];
