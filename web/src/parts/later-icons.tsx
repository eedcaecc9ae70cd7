/** The icons of what is loaded after the first screen. */
export const LATER_ICONS = {
  archive: "M3.5 4.5h13v3h-13zM4.5 7.5v8.5h11V7.5M8 10.5h4",
  attach: "m15.5 9-6 6a3.2 3.2 0 0 1-4.5-4.5l6.3-6.3a2.2 2.2 0 0 1 3.1 3.1L8.3 13.4",
  back: "M16 10H4.5M9 5l-4.8 5L9 15",
  bold: "M6 4h4.7a3 3 0 0 1 0 6H6zM6 10h5.5a3 3 0 0 1 0 6H6z",
  building: "M4.5 16.5v-12h7v12M11.5 8.5h4v8M3 16.5h14M7 7.5h2M7 10.5h2M7 13.5h2",
  bullets: (
    <>
      <path d="M8 5.5h8.5M8 10h8.5M8 14.5h8.5" />
      <path d="M4 5.5h.1M4 10h.1M4 14.5h.1" strokeWidth="2.2" />
    </>
  ),
  code: "m7 6-4 4 4 4M13 6l4 4-4 4",
  copy: (
    <>
      <rect x="7" y="7" width="9" height="9.5" rx="1.6" />
      <path d="M13 4.8A1.3 1.3 0 0 0 11.7 3.5H5.3A1.3 1.3 0 0 0 4 4.8v7a1.3 1.3 0 0 0 1 1.2" />
    </>
  ),
  download: "M10 3.5v9M6 9l4 4 4-4M4 16.5h12",
  end: "M10 3.5v10M5.5 9.5 10 14l4.5-4.5M4.5 16.5h11",
  eye: (
    <>
      <path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5z" />
      <circle cx="10" cy="10" r="2.2" />
    </>
  ),
  file: "M5 3.5h6l4 4v9H5zM11 3.5v4h4",
  flag: "M5 17V3.5h9.5l-2 3.2 2 3.3H5",
  forward: "M11.5 5 16 9.2l-4.5 4.3M15.7 9.2H9c-3 0-5 1.8-5 5.3",
  grip: (
    <>
      <path d="M7.5 5.5v.1M12.5 5.5v.1M7.5 10v.1M12.5 10v.1M7.5 14.5v.1M12.5 14.5v.1" strokeWidth="2" />
    </>
  ),
  history: "M4 6.5v3.5h3.5M4.3 9.7A6.3 6.3 0 1 1 6 14.5M10 6.8v3.6l2.4 1.4",
  image: (
    <>
      <rect x="3" y="4" width="14" height="12" rx="2" />
      <circle cx="7.3" cy="8.2" r="1.2" />
      <path d="m4 14.5 3.8-3.6 2.6 2.4 2.6-2.9 3.8 4" />
    </>
  ),
  italic: "M8.5 4H14M6 16h5.5M11.3 4 8.7 16",
  key: (
    <>
      <circle cx="7" cy="13" r="3.3" />
      <path d="m9.5 10.5 6-6M13 7l2.2 2.2" />
    </>
  ),
  link: "M8.5 11.5a3 3 0 0 0 4.2 0l2.8-2.8a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-2.8 2.8a3 3 0 0 0 4.2 4.2l1-1",
  logout: "M8 3.5H4.5v13H8M12.5 6.5 16 10l-3.5 3.5M15.7 10H8",
  minus: "M4.5 10h11",
  move: "M3.5 10h11M11 6l4 4-4 4M17 4.5v11",
  panel: (
    <>
      <rect x="3" y="4" width="14" height="12" rx="2" />
      <path d="M12.3 4v12" />
    </>
  ),
  pin: "M7.5 3.5h5l-.6 4.6 2.6 2.4v1.5h-9V10.5l2.6-2.4zM10 12v4.5",
  poll: "M4.5 16V9M10 16V4M15.5 16v-4.5",
  quote: "M4 6h12M7.5 10H16M7.5 14H13M4 9.5v5",
  reply: "M8.5 5 4 9.2l4.5 4.3M4.3 9.2H11c3 0 5 1.8 5 5.3",
  resolve: (
    <>
      <circle cx="10" cy="10" r="6.8" />
      <path d="m7 10.2 2.2 2.2 3.9-4.4" />
    </>
  ),
  send: "M16.5 10 4 4.5 5.8 10 4 15.5zM5.8 10H11",
  shield: "M10 3.3 4.5 5.5v4c0 3.4 2.2 6 5.5 7.2 3.3-1.2 5.5-3.8 5.5-7.2v-4z",
  sliders: (
    <>
      <path d="M3 6.5h8M15 6.5h2M3 13.5h2M9 13.5h8" />
      <circle cx="13" cy="6.5" r="2" />
      <circle cx="7" cy="13.5" r="2" />
    </>
  ),
  smile: (
    <>
      <circle cx="10" cy="10" r="6.8" />
      <path d="M7.2 11.8c.6 1 1.6 1.6 2.8 1.6s2.2-.6 2.8-1.6" />
      <path d="M7.7 8.1v.2M12.3 8.1v.2" strokeWidth="2" />
    </>
  ),
  snippet: "M5 3.5h10v13l-5-3.5-5 3.5z",
  sun: (
    <>
      <circle cx="10" cy="10" r="3.2" />
      <path d="M10 3v1.5M10 15.5V17M3 10h1.5M15.5 10H17M5 5l1.1 1.1M13.9 13.9 15 15M15 5l-1.1 1.1M6.1 13.9 5 15" />
    </>
  ),
  text: "M4 5.5h12M10 5.5v10M7.5 15.5h5",
  trash: "M4 6h12M8 6V4.2h4V6M5.5 6l.7 10.3h7.6L14.5 6M8.5 9v4.5M11.5 9v4.5",
  unread: (
    <>
      <path d="M16.5 9v5A1.5 1.5 0 0 1 15 15.5H5A1.5 1.5 0 0 1 3.5 14V7A1.5 1.5 0 0 1 5 5.5h6" />
      <path d="m4 7 6 4.5 3-2.2" />
      <circle cx="15.3" cy="5" r="1.7" fill="currentColor" />
    </>
  ),
  upload: "M10 13V4.5M6.5 7.5 10 4l3.5 3.5M4 13v2a1.5 1.5 0 0 0 1.5 1.5h9A1.5 1.5 0 0 0 16 15v-2",
  video: (
    <>
      <rect x="2.8" y="5.5" width="10" height="9" rx="2" />
      <path d="m12.8 9 4.4-2.5v7L12.8 11" />
    </>
  ),
};
