import { entriesOf, type ProtectedEntry } from './protected-entry.ts';

/** What machines elsewhere read: build servers, hosts, containers. */
export const SERVICE_ENTRIES: readonly ProtectedEntry[] = [
  ...entriesOf(
    'continuous integration',
    `.github/** action.yml action.yaml
    .gitlab-ci.yml .gitlab-ci.yaml *.gitlab-ci.yml *.gitlab-ci.yaml .gitlab-ci/** .gitlab/**
    azure-pipelines.yml azure-pipelines.yaml azure-pipelines*.yml azure-pipelines*.yaml .azure-pipelines/** .azure-pipelines.yml
    .azuredevops/** .azure/** .vsts-ci.yml .pipelines/**
    bitbucket-pipelines.yml bitbucket-pipelines.yaml
    .circleci/** circle.yml .travis.yml .travis.yaml .travis/**
    appveyor.yml appveyor.yaml .appveyor.yml .appveyor.yaml .appveyor/**
    .buildkite/** buildkite.yml buildkite.yaml .drone.yml .drone.yaml .drone.jsonnet .drone.star .drone/**
    .woodpecker.yml .woodpecker.yaml .woodpecker/** .crow.yml .crow/**
    Jenkinsfile Jenkinsfile.* Jenkinsfile-* *.jenkinsfile .jenkins/** jenkins.yml jenkins.yaml
    .teamcity/** .teamcity.yml .teamcity.default.yml .cirrus.yml .cirrus.yaml .cirrus.star .semaphore/** semaphore.yml
    .build.yml .build.yaml .builds/** .tekton/** .concourse/** concourse.yml concourse.yaml ci/pipeline.yml ci/pipeline.yaml ci/tasks/*.yml
    ci/tasks/*.yaml .gitea/** .forgejo/** .zuul.yml .zuul.yaml zuul.yml zuul.yaml .zuul.d/** zuul.d/**
    .readthedocs.yml .readthedocs.yaml readthedocs.yml readthedocs.yaml
    buildspec.yml buildspec.yaml buildspec*.yml buildspec*.yaml cloudbuild.yml cloudbuild.yaml cloudbuild.json cloudbuild*.yml
    cloudbuild*.yaml bitrise.yml codemagic.yaml codefresh.yml .codefresh/** wercker.yml shippable.yml .shippable.yml
    codeship-services.yml codeship-steps.yml screwdriver.yaml .harness/** .gocd.yaml *.gocd.yaml *.gocd.yml .prow.yaml
    .prow/** .ci-operator.yaml .taskcluster.yml .taskcluster/** .packit.yml .packit.yaml packit.yaml .copr/** .bazelci/** .ci/**
    .dagger/** dagger.json Earthfile .goreleaser.yml .goreleaser.yaml .mergify.yml .mergify/** .kodiak.toml bors.toml
    renovate.json renovate.json5 .renovaterc .renovaterc.* .whitesource codecov.yml codecov.yaml .codecov.yml .codecov.yaml
    .coveralls.yml sonar-project.properties .deepsource.toml .scrutinizer.yml .lgtm.yml .codeclimate.yml .codacy.yml .snyk
    .hound.yml .landscape.yml .pyup.yml .sourcery.yaml .releaserc .releaserc.* .gitstream/** .trunk/**`,
  ),
  ...entriesOf(
    'hosting',
    `netlify.toml .netlify/** vercel.json .vercel/** now.json Procfile Procfile.* heroku.yml render.yaml render.yml fly.toml
    fly.*.toml railway.json railway.toml nixpacks.toml wrangler.toml wrangler.json wrangler.jsonc firebase.json .firebaserc
    appspec.yml appspec.yaml amplify.yml .ebextensions/** .elasticbeanstalk/** .platform/** .platform.app.yaml .upsun/** .do/**
    serverless.yml serverless.yaml samconfig.toml zappa_settings.json .chalice/** skaffold.yaml skaffold.yml Tiltfile
    .replit replit.nix .gitpod.yml .gitpod.yaml .codesandbox/** .stackblitzrc .binder/** binder/postBuild binder/start
    devfile.yaml .devfile.yaml .lando.yml .ddev/** snapcraft.yaml`,
  ),
  ...entriesOf(
    'container',
    `.devcontainer/** .devcontainer.json devcontainer.json Dockerfile Dockerfile.* *.dockerfile Containerfile Containerfile.*
    *.containerfile .dockerignore *.dockerignore .containerignore docker-compose.yml docker-compose.yaml docker-compose*.yml
    docker-compose*.yaml compose.yml compose.yaml compose.*.yml compose.*.yaml compose-*.yml compose-*.yaml podman-compose.yml
    podman-compose.yaml docker-stack.yml docker-stack.yaml docker-bake.hcl docker-bake.json docker-bake.override.hcl
    docker-bake.override.json docker-entrypoint.sh .docker/** Vagrantfile .vagrant/** Singularity Singularity.* Apptainer *.sif`,
  ),
  // `Dockerfile-dev` and `Dockerfile_prod`, but not the Python module or the page about them.
  ...['Dockerfile*', 'Containerfile*'].map(pattern => ({
    pattern,
    area: 'container' as const,
    except: ['*.py', '*.pyi', '*.md', '*.rst', '*.txt'],
  })),
];
