export const ORG_TYPES = {
  unspecified: 0,
  business: 10,
  "open-source": 20,
  "education-nonprofit": 30,
  education: 35,
  research: 40,
  event: 50,
  nonprofit: 60,
  government: 70,
  political: 80,
  community: 90,
  personal: 100,
  other: 1000,
} as const;
export type OrgType = keyof typeof ORG_TYPES;
