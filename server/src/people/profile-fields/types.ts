/** The types of profile fields. */
export interface FieldType {
  readonly id: number;
  /** For administrators. */
  readonly name: string;
  /** Of text values; not set if the type restricts its values in another way. */
  readonly maxLength?: number;
  /** Whether values are Markdown. */
  readonly isRendered: boolean;
  /** Whether values are short enough for the profile summary. */
  readonly fitsSummary: boolean;
}

const MAX_SHORT_LENGTH = 50;
const MAX_LONG_LENGTH = 500;
/** Longer than any URL that people share. */
const MAX_LINK_LENGTH = 2048;

const plain = { isRendered: false, fitsSummary: true } as const;
const short = { ...plain, maxLength: MAX_SHORT_LENGTH } as const;

/** By the names that clients use. */
export const fieldTypes = {
  SHORT_TEXT: { ...short, id: 1, name: "Text (short)", isRendered: true },
  LONG_TEXT: {
    id: 2,
    name: "Text (long)",
    maxLength: MAX_LONG_LENGTH,
    isRendered: true,
    fitsSummary: false,
  },
  SELECT: { ...plain, id: 3, name: "List of options" },
  DATE: { ...plain, id: 4, name: "Date" },
  URL: { ...plain, id: 5, name: "Link", maxLength: MAX_LINK_LENGTH },
  USER: { ...plain, id: 6, name: "Users", fitsSummary: false },
  EXTERNAL_ACCOUNT: { ...short, id: 7, name: "External account" },
  PRONOUNS: { ...short, id: 8, name: "Pronouns" },
} as const satisfies Record<string, FieldType>;

export const FieldTypeId = {
  choice: fieldTypes.SELECT.id,
  date: fieldTypes.DATE.id,
  link: fieldTypes.URL.id,
  people: fieldTypes.USER.id,
  externalAccount: fieldTypes.EXTERNAL_ACCOUNT.id,
  pronouns: fieldTypes.PRONOUNS.id,
} as const;

const byId = new Map<number, FieldType>(Object.values(fieldTypes).map((type) => [type.id, type]));

export const typeWithId = (id: number): FieldType | undefined => byId.get(id);
