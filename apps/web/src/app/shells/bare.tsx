import { Content } from "./content.tsx";

/** Screens that fill the window: no menu beside the clips. */
export const Component = () => <Content />;
