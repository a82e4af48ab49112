import { outsideId } from "@dailies/contract";
import { useSearchParams } from "react-router";
import { ProjectPage } from "./project/project-page.tsx";
import { FavoritesPage } from "./wall/favorites-page.tsx";

/** Content made by end users: the wall of favourites, or one project. */
export const Component = () => {
  const [params] = useSearchParams();
  const project = outsideId.safeParse(params.get("project"));
  return project.success ? <ProjectPage key={project.data} projectId={project.data} /> : <FavoritesPage />;
};
