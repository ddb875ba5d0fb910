"""Files that run without being named: by a program, by git, by a server, or with nobody's doing at all.

Limitations: what such a file includes.
"""
from __future__ import annotations

NODE = tuple("bun bunx jest mocha next npm npx nx pnpm rollup vite vitest webpack yarn".split())
# A file's name in lower case -> the programs that run what stands in it.
RUN_BY = {row.split()[0]: tuple(row.split()[1:]) for row in f"""
    .envrc direnv
    .pre-commit-config.yaml git pre-commit
    cargo.toml cargo
    build.gradle gradle gradlew
    build.rs cargo
    cmakelists.txt cmake
    composer.json composer
    conftest.py pytest py.test tox nox
    docker-compose.yml docker docker-compose
    dockerfile docker podman
    gnumakefile make gmake
    gradlew gradlew
    justfile just
    lefthook.yml git lefthook
    makefile make gmake remake
    noxfile.py nox
    package.json {" ".join(NODE)}
    pom.xml mvn mvnw
    procfile foreman honcho overmind
    pyproject.toml hatch pdm pip poetry uv
    rakefile rake bundle
    setup.py pip pip3 uv
    taskfile.yml task
    tasks.py inv invoke
    tox.ini tox""".strip().split("\n")}
# All programs that run a file by its name.
RUNNERS = frozenset(("git", "py.test", "pytest", *(one for row in RUN_BY.values() for one in row)))
# What a server runs once it is pushed there.
PIPELINES = tuple("""/.github/workflows/ /.circleci/ /.gitlab-ci.yml /.forgejo/workflows/ /.gitea/workflows/
    /azure-pipelines.yml /bitbucket-pipelines.yml /.drone.yml /.travis.yml /Jenkinsfile /.buildkite/
    /cloudbuild.yaml""".split())
HOOKS = (".git/hooks/", ".husky/", ".githooks/", "/hooks/")
GIT_HOOKS = frozenset("""applypatch-msg commit-msg fsmonitor-watchman post-checkout post-commit post-merge post-rewrite
    pre-applypatch pre-auto-gc pre-commit pre-merge-commit pre-push pre-rebase prepare-commit-msg
    reference-transaction""".split())
# What runs by itself: at the next login, in the next shell, at a time.
LOGIN = frozenset(""".bash_login .bash_logout .bash_profile .bashrc .cshrc .kshrc .profile .xinitrc .xprofile .zlogin
    .zprofile .zshenv .zshrc config.fish profile.ps1""".split())
TIMED = tuple("""/etc/cron /etc/profile.d/ /systemd/ /launchagents/ /launchdaemons/ /autostart/ /init.d/ /cron.d/
    /spool/cron/ /etc/rc.local /etc/bash.bashrc /etc/environment.d/""".split())


def by_itself(path: str) -> bool:
    """Does this file run with nobody's doing, whenever a shell or the machine starts, or at a time?

    >>> [by_itself(p) for p in ("~/.bashrc", "/etc/cron.d/x", "/h/.config/systemd/user/x.service", "/p/src/a.sh")]
    [True, True, True, False]
    """
    return path.rpartition("/")[2].lower() in LOGIN or any(place in path.lower() for place in TIMED)


def has_runner(path: str) -> bool:
    """Is there a program that runs this file by its name alone?

    >>> [has_runner(p) for p in ("/p/Makefile", "/p/jest.config.js", "/p/.h/pre-commit", "/p/client.py")]
    [True, True, True, False]
    """
    name = path.rpartition("/")[2].lower()
    return name in RUN_BY or ".config." in name or name in GIT_HOOKS or name.startswith("test_") or pipeline(
        path) or any(folder in path for folder in HOOKS)


def recipe(path: str) -> bool:
    """Is it the recipe of a container's image, whose lines run in there?

    >>> recipe("/p/Dockerfile.dev"), recipe("/p/api.containerfile"), recipe("/p/Makefile")
    (True, True, False)
    """
    name = path.rpartition("/")[2].lower()
    return "dockerfile" in name or "containerfile" in name


def pipeline(path: str) -> bool:
    """Does a server run this file once it is pushed?"""
    return any(place in f"/{path}" for place in PIPELINES)
