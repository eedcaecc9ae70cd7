/** The menus of the organization, of oneself, and for help. */
export const menus = {
  organizationMenu: "Organization menu",
  personalMenu: "Personal menu",
  helpMenu: "Help menu",
  invite: "Invite people",
  filter: "Filter the sidebar",
  channels: "Channels",
  groups: "Groups",
  organization: "Organization settings",
  // The choice of colours: as the computer is set, light, or dark.
  themeSystem: "Match system",
  themeLight: "Light theme",
  themeDark: "Dark theme",
  help: "Help center",
  keys: "Keyboard shortcuts",
  formatting: "Message formatting",
  operators: "Search operators",
  aboutParley: "About Parley",
  yourCard: "Your profile",
  signOut: "Sign out",
};
