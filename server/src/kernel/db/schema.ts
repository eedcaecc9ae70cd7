/** The tables as queries see them. Migrations create them; the engine layer gives both databases these types. */
import type { ChannelTables } from "./tables/channels.ts";
import type { KernelTables } from "./tables/kernel.ts";
import type { MessageTables } from "./tables/messages.ts";
import type { NotificationTables } from "./tables/notifications.ts";
import type { OrganizationTables } from "./tables/organizations.ts";
import type { PeopleTables } from "./tables/people.ts";
import type { PersonalTables } from "./tables/personal.ts";

export type { ImageFacts } from "./tables/messages.ts";

export interface Schema
  extends OrganizationTables,
    PeopleTables,
    ChannelTables,
    MessageTables,
    PersonalTables,
    NotificationTables,
    KernelTables {}
