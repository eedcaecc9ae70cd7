/** What belongs to an organization beside its people, groups, channels and emoji, as far as an archive has it. */
import type { OpenContext } from "../../kernel/context.ts";
import type { FieldRow } from "../../people/profile-fields/store.ts";
import type { Ledger } from "../ledger.ts";
import type {
  DefaultChannelRecord,
  FolderRecord,
  LinkifierRecord,
  OrganizationRecord,
  PlaygroundRecord,
  ProfileFieldRecord,
} from "../records.ts";
import type { Origin } from "../store.ts";
import type { Tally } from "../tally.ts";
import { defaultChannelPart } from "./default-channels.ts";
import { folderPart } from "./folders.ts";
import { linkifierPart } from "./linkifiers.ts";
import { type FoundChannels, type FoundPeople, ImportedParts, type PartSurroundings } from "./parts.ts";
import { playgroundPart } from "./playgrounds.ts";
import { checkedField, profileFieldPart } from "./profile-fields.ts";

export interface FoundHere {
  readonly people: FoundPeople;
  readonly channels: FoundChannels;
}

export type ImportedField = Pick<FieldRow, "id" | "name" | "field_type" | "field_data">;

interface PartsByType {
  readonly profile_field: ImportedParts<ProfileFieldRecord>;
  readonly linkifier: ImportedParts<LinkifierRecord>;
  readonly playground: ImportedParts<PlaygroundRecord>;
  readonly default_channel: ImportedParts<DefaultChannelRecord>;
  readonly folder: ImportedParts<FolderRecord>;
}

/** Whichever part it is, its records are of its own type. */
interface AnyPart {
  add(record: OrganizationRecord, ledger: Ledger): Promise<void>;
  foresee(record: OrganizationRecord, tally: Tally): Promise<unknown>;
}

export class ImportedOrganization {
  readonly #around: PartSurroundings;
  readonly #parts: PartsByType;
  readonly #fields = new Map<string, Omit<ImportedField, "id">>();

  private constructor(around: PartSurroundings, parts: PartsByType) {
    this.#around = around;
    this.#parts = parts;
  }

  /** With what an earlier run has taken. */
  static async of(ctx: OpenContext, origin: Origin, found: FoundHere): Promise<ImportedOrganization> {
    const { app, realm } = ctx;
    const around = { app, realm, db: app.database.reader, origin, ...found, tried: new Map<string, number>() };
    return new ImportedOrganization(around, {
      profile_field: await ImportedParts.of(ctx, around, profileFieldPart),
      linkifier: await ImportedParts.of(ctx, around, linkifierPart),
      playground: await ImportedParts.of(ctx, around, playgroundPart),
      default_channel: await ImportedParts.of(ctx, around, defaultChannelPart),
      folder: await ImportedParts.of(ctx, around, folderPart),
    });
  }

  /** What values of a profile field must be, with its id here. */
  profileField(id: string): ImportedField | undefined {
    const found = this.#fields.get(id);
    const local = this.#parts.profile_field.get(id);
    return found && local !== undefined ? { ...found, id: local } : undefined;
  }

  /** In transactions of its own. What cannot come is in the report. */
  async add(record: OrganizationRecord, ledger: Ledger): Promise<void> {
    await this.#part(record).add(record, ledger);
    this.#note(record);
  }

  /** Counts what `add` would, without changing anything. */
  async foresee(record: OrganizationRecord, tally: Tally): Promise<void> {
    await this.#part(record).foresee(record, tally);
    this.#note(record);
  }

  #note(record: OrganizationRecord): void {
    if (record.type !== "profile_field" || this.#fields.has(record.id)) return;
    const field = checkedField(this.#around, record);
    if (field) this.#fields.set(record.id, field);
  }

  #part({ type }: OrganizationRecord): AnyPart {
    return this.#parts[type] as AnyPart;
  }
}
