// Generated from the contract by `npm run gen`.

export interface paths {
    "/v1/projects/{projectIdOrName}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description May be called by a builder with the permission `api-key:read`; an API key of scope `full`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description May be called by a builder with the permission `api-key:write`; an API key of scope `full`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/api-keys/{apiKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description May be called by a builder with the permission `api-key:read`; an API key of scope `full`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description May be called by a builder with the permission `api-key:write`; an API key of scope `full`.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename, deactivate or activate an API key
         * @description May be called by a builder with the permission `api-key:write`; an API key of scope `full`.
         */
        patch: operations["updateApiKey"];
        trace?: never;
    };
    "/v1/claimed-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find who claimed a domain
         * @description Answers for the domain of the caller’s own email and for their organizations only.
         *
         *     May be called by a builder.
         */
        get: operations["checkClaimedDomain"];
        put?: never;
        /**
         * Claim a domain for an organization
         * @description Takes a domain, an email address or a URL. Proven by the owner’s own verified email in that domain, or by a DNS TXT record `platform-domain-claim=<org id>`.
         *
         *     May be called by a builder.
         */
        post: operations["claimDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/claimed-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the domains that an organization claimed
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["listOrgClaimedDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start connecting by OAuth
         * @description Replies the URL to open, usually in a popup: it leads to the provider, and its flow is the one of the browser that opens it. The `X-Connect-Session` header names the connect session, whose outcome can be polled.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        post: operations["oauthConnect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connect-sessions/{connectSessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the outcome of connecting
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getConnectSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["listConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a connection
         * @description `includeCreds` and `includeRefreshToken` need the scope `full` or a builder with the permission `connection:write`.
         *
         *     May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Delete a connection
         * @description Refused while an installation uses it.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        /**
         * Update credentials or metadata of a connection
         * @description Credentials stay with the hosts that they were given for: a change of the address of the account needs new ones in the same call. What token replies tell cannot be written.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections/{connectionId}:oauth-update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Start authenticating a connection again
         * @description The end user signs in to the account that is connected. With `changeAccount` it may be another one: what was read is then read anew.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        patch: operations["oauthUpdate"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/connections:generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a connection from credentials
         * @description For credentials that need no browser, and for tokens imported from elsewhere.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        post: operations["generateConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries/{deliveryId}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attempts of a delivery, the newest first
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries/{deliveryId}:retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a delivery again, now
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/deliveries:replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make many deliveries again
         * @description Those that failed, unless `status` says otherwise, with their original IDs. `dryRun` only counts.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/destinations/{destination}:test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event and answer the attempt
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["testDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events and where they went
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event, what it said and where it went
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List replays
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listReplays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/replays/{replayId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a replay
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/replays/{replayId}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a replay
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["cancelReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/installations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List installations of a project
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["listInstallationsForProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List installations of an integration
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["listInstallations"];
        put?: never;
        /**
         * Install an integration for a group
         * @description Reads one record of each scheduled object first and refuses when the provider does not know a selected field; `skipSampling` leaves that out. Starts the backfills.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        post: operations["createInstallation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an installation
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getInstallation"];
        put?: never;
        post?: never;
        /**
         * Uninstall
         * @description Stops everything; deletes the connection too when nothing else uses it.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        delete: operations["deleteInstallation"];
        options?: never;
        head?: never;
        /**
         * Change the configuration or connection of an installation
         * @description May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        patch: operations["updateInstallation"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List integrations
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Create an integration from its definition
         * @description May be called by a builder with the permission `integration:write`; an API key of scope `full`.
         */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an integration
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getIntegration"];
        put?: never;
        post?: never;
        /**
         * Delete an integration
         * @description Its installations are uninstalled.
         *
         *     May be called by a builder with the permission `integration:write`; an API key of scope `full`.
         */
        delete: operations["deleteIntegration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of an integration
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`.
         */
        get: operations["listRevisions"];
        put?: never;
        /**
         * Deploy one integration of platform.yaml
         * @description Answers the latest revision: a new one where the integration differs from the one before. Others that the file names stay as they are.
         *
         *     May be called by a builder with the permission `integration:write`; an API key of scope `full`.
         */
        post: operations["createRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions/{revisionId}:compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a revision with another
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`.
         */
        get: operations["compareRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions/{revisionId}:hydrate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a revision with the live fields of a connection
         * @description May be called by a builder with the permission `integration:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getHydratedRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions/{revisionId}:rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to an earlier revision
         * @description Deploys what the revision says as a new one.
         *
         *     May be called by a builder with the permission `integration:write`; an API key of scope `full`.
         */
        post: operations["rollBackRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations:batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Deploy platform.yaml
         * @description Creates what is new and gives each integration that changed a new immutable revision. Integrations that the file does not name stay as they are. `validateOnly` changes nothing and answers what would change, and for whom.
         *
         *     May be called by a builder with the permission `integration:write`; an API key of scope `full`.
         */
        put: operations["batchUpsertIntegrations"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites:accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept the invites to an email address
         * @description The address must be the caller’s own, verified one.
         *
         *     May be called by a builder.
         */
        post: operations["acceptInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invites
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["listOrgInvites"];
        put?: never;
        /**
         * Invite somebody by email
         * @description May be called by a builder with the permission `org:owner`.
         */
        post: operations["createOrgInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/invites/{inviteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invite
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["getOrgInvite"];
        put?: never;
        post?: never;
        /**
         * Revoke an invite
         * @description May be called by a builder with the permission `org:owner`.
         */
        delete: operations["deleteOrgInvite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/jwt-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List JWT keys
         * @description May be called by a builder with the permission `jwt-key:read`; an API key of scope `full`.
         */
        get: operations["listJWTKeys"];
        put?: never;
        /**
         * Register a public key for the tokens of end users
         * @description Give the public key as PEM or as JWK. The reply names the `kid` to sign with.
         *
         *     May be called by a builder with the permission `jwt-key:write`; an API key of scope `full`.
         */
        post: operations["createJWTKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/jwt-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a JWT key
         * @description May be called by a builder with the permission `jwt-key:read`; an API key of scope `full`.
         */
        get: operations["getJWTKey"];
        put?: never;
        post?: never;
        /**
         * Delete a JWT key
         * @description May be called by a builder with the permission `jwt-key:write`; an API key of scope `full`.
         */
        delete: operations["deleteJWTKey"];
        options?: never;
        head?: never;
        /**
         * Rename, deactivate or activate a JWT key
         * @description May be called by a builder with the permission `jwt-key:write`; an API key of scope `full`.
         */
        patch: operations["updateJWTKey"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listDestinations"];
        put?: never;
        /**
         * Create a destination
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["createDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/destinations/{destination}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a destination
         * @description By its ID or name. `includeSecrets` shows the signing key; `rotate` makes a new one first, and messages carry both signatures for 24 hours. Both need the permission `notification:write`.
         *
         *     May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getDestination"];
        put?: never;
        post?: never;
        /**
         * Delete a destination and its routes
         * @description Refused while deliveries to it are pending, unless `force` cancels them. The header `Platform-Cancelled-Deliveries` says how many were.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        delete: operations["deleteDestination"];
        options?: never;
        head?: never;
        /**
         * Update, disable or enable a destination
         * @description With `disabled: false` a disabled destination receives again, what was held first, oldest first.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        patch: operations["updateDestination"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/notification-event-topic-routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the routes from event types to topics
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listEventTopicRoutes"];
        put?: never;
        /**
         * Send an event type to a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["createEventTopicRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/notification-event-topic-routes/{routeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a route from an event type to a topic
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getEventTopicRoute"];
        put?: never;
        post?: never;
        /**
         * Delete a route from an event type to a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        delete: operations["deleteEventTopicRoute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topic-destination-routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the routes from topics to destinations
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listTopicDestinationRoutes"];
        put?: never;
        /**
         * Deliver a topic's notifications to a destination
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["createTopicDestinationRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topic-destination-routes/{routeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a route from a topic to a destination
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getTopicDestinationRoute"];
        put?: never;
        post?: never;
        /**
         * Delete a route from a topic to a destination
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        delete: operations["deleteTopicDestinationRoute"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List topics
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["listTopics"];
        put?: never;
        /**
         * Create a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        post: operations["createTopic"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/topics/{topicId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a topic
         * @description May be called by a builder with the permission `notification:read`; an API key of scope `full`.
         */
        get: operations["getTopic"];
        put?: never;
        post?: never;
        /**
         * Delete a topic and its routes
         * @description Deliveries that were routed through it already are still made: the header `Platform-Cancelled-Deliveries` says 0.
         *
         *     May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        delete: operations["deleteTopic"];
        options?: never;
        head?: never;
        /**
         * Rename a topic
         * @description May be called by a builder with the permission `notification:write`; an API key of scope `full`.
         */
        patch: operations["updateTopic"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/custom-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the custom fields that were applied for an installation
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
         */
        get: operations["listCustomFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/object-metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update custom fields for an installation
         * @description Fields that are there already are brought into line and nothing is deleted; applying the same again changes nothing. While it runs, the installation’s operations show its progress.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`.
         */
        put: operations["upsertMetadataForInstallation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an object's fields as an installation sees them
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getObjectMetadataForInstallation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look at some records of an object
         * @description Reads up to three records with these fields through the group’s connection, so that a person who maps fields sees what stands in them. Nothing of it is stored. Refused to keys of scope `frontend`, which are public.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`; an end user, by a token that the builder signed.
         */
        get: operations["sampleRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/providers/{provider}/object-metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or update custom fields for a connection
         * @description The same before anything is installed.
         *
         *     May be called by a builder with the permission `connection:write`; an API key of scope `full`.
         */
        put: operations["upsertMetadataForConnection"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/providers/{provider}/objects/{objectName}/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an object's fields as a connection sees them
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getObjectMetadataForConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how many records were read in the last days
         * @description The last seven days by the clock of UTC, by the day on which a read began.
         *
         *     May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getInstallationActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}/backfill-progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a backfill
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getBackfillProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operations of an installation
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
         */
        get: operations["listOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/operations/{operationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an operation
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
         */
        get: operations["getOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/operations/{operationId}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the logs of an operation
         * @description May be called by a builder with the permission `installation:read`; an API key of scope `full`.
         */
        get: operations["listOperationLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/operations/{operationId}:cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a read
         * @description Reads only: a write goes on at the provider whatever is said here. A running read ends at its next page. After a cancelled backfill, scheduled reads go on with what has changed since it began.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`.
         */
        post: operations["cancelOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/my-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who the caller is
         * @description May be called by a builder.
         */
        get: operations["getMyInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organization, owned by the caller
         * @description The caller must have confirmed their email address.
         *
         *     May be called by a builder.
         */
        post: operations["createOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an organization
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["getOrg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an organization
         * @description May be called by a builder with the permission `org:owner`.
         */
        patch: operations["updateOrg"];
        trace?: never;
    };
    "/v1/orgs/{orgId}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List every change made in an organization
         * @description Newest first: changes by operations, end users who connected a provider (`connectProvider`), and members who signed in (`signIn`), failed to (`signInFailed`) or changed how they do.
         *
         *     May be called by a builder with the permission `org:owner`.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/builders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the builders of an organization
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["listOrgBuilders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a builder to an organization
         * @description An owner may add anybody. Others may add only themselves, when the organization has claimed the domain of their verified email.
         *
         *     May be called by a builder.
         */
        post: operations["addUserToOrg"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orgs/{orgId}/memberships/{builderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a membership
         * @description May be called by a builder with the permission `org:read`.
         */
        get: operations["getMembership"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Owners remove anybody, everybody may leave; the last owner stays.
         *
         *     May be called by a builder with the permission `org:read`.
         */
        delete: operations["removeMembership"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description The last owner stays one.
         *
         *     May be called by a builder with the permission `org:owner`.
         */
        patch: operations["updateMembership"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/consumers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the consumers who have connected something
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`.
         */
        get: operations["listConsumers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/consumers/{consumerRef}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a consumer and all that is stored about them
         * @description Deletes the connections, the installations that read through them and the events about them, and answers how many; what those left for download goes with them. No event tells of it, as that would store the references again. The audit log keeps who changed what, and sealed replies to an `Idempotency-Key` go within 24 hours.
         *
         *     May be called by a builder with the permission `connection:delete`; an API key of scope `full`.
         */
        delete: operations["eraseConsumer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the groups that have connected something
         * @description May be called by a builder with the permission `connection:read`; an API key of scope `full`.
         */
        get: operations["listGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/groups/{groupRef}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a group and all that is stored about it
         * @description Deletes the connections, the installations that read through them and the events about them, and answers how many; what those left for download goes with them. No event tells of it, as that would store the references again. The audit log keeps who changed what, and sealed replies to an `Idempotency-Key` go within 24 hours.
         *
         *     May be called by a builder with the permission `connection:delete`; an API key of scope `full`.
         */
        delete: operations["eraseGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description A builder sees those of their organizations; an API key sees its own.
         *
         *     May be called by a builder; an API key of scope `full`.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description May be called by a builder.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description May be called by a builder with the permission `project:read`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project and everything in it
         * @description Refused while it has installations, unless forced.
         *
         *     May be called by a builder with the permission `org:owner`.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Update a project
         * @description Links by the ID keep working when the name changes.
         *
         *     May be called by a builder with the permission `project:write`; an API key of scope `full`.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/provider-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List provider apps
         * @description May be called by a builder with the permission `provider-app:read`; an API key of scope `full`.
         */
        get: operations["listProviderApps"];
        put?: never;
        /**
         * Add the OAuth client for a provider
         * @description May be called by a builder with the permission `provider-app:write`; an API key of scope `full`.
         */
        post: operations["createProviderApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{projectIdOrName}/provider-apps/{providerAppId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a provider app
         * @description May be called by a builder with the permission `provider-app:read`; an API key of scope `full`.
         */
        get: operations["getProviderApp"];
        put?: never;
        post?: never;
        /**
         * Delete a provider app
         * @description May be called by a builder with the permission `provider-app:write`; an API key of scope `full`.
         */
        delete: operations["deleteProviderApp"];
        options?: never;
        head?: never;
        /**
         * Update a provider app
         * @description May be called by a builder with the permission `provider-app:write`; an API key of scope `full`.
         */
        patch: operations["updateProviderApp"];
        trace?: never;
    };
    "/v1/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the catalogue of providers
         * @description Needs no credential.
         */
        get: operations["listProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/providers/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one provider of the catalogue
         * @description Needs no credential.
         */
        get: operations["getProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}:pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause the reads of an installation
         * @description All objects, or the named ones. A running read ends at its next page; a backfill keeps its place and goes on from there when it is resumed.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        post: operations["pauseInstallation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}:unpause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume the reads of an installation
         * @description All objects, or the named ones, whatever they were paused for. What they missed is read at once.
         *
         *     May be called by a builder with the permission `installation:write`; an API key of scope `full`; an API key of scope `frontend`; an end user, by a token that the builder signed.
         */
        post: operations["unpauseInstallation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read an object now
         * @description May be called by a builder with the permission `read:trigger`; an API key of scope `full`.
         */
        post: operations["triggerRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}:deliverResults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver results that are held
         * @description For objects whose `delivery.mode` is `onRequest`: sends the oldest pages that are held to the object’s destination.
         *
         *     May be called by a builder with the permission `read:trigger`; an API key of scope `full`.
         */
        post: operations["deliverResults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/v1/projects/{projectIdOrName}/integrations/{integrationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search a provider for records by equality
         * @description Answers one page of an installed object’s records, with the fields that its configuration reads.
         *
         *     May be called by a builder with the permission `record:read`; an API key of scope `full`.
         */
        post: operations["searchRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/write/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write records to a provider
         * @description With an `Idempotency-Key` a repeated request writes nothing again and answers what the first one did. The reply to an asynchronous write names its operation only; `write.async.done` tells the outcome.
         *
         *     May be called by a builder with the permission `record:write`; an API key of scope `full`.
         */
        post: operations["writeRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A credential for a server or for the UI library. */
        ApiKey: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example key_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The key itself: only in the reply that creates it, never again.
             * @example plat_full_…
             */
            key?: string;
            /**
             * @description Enough of the key to tell it from others.
             * @example plat_full_…x7Qa
             */
            maskedKey: string;
            /**
             * @description A name for people.
             * @example Production
             */
            label: string;
            /** @description `full` for servers; `frontend` for what the UI library needs, never secrets. */
            scopes: string[];
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Whether it is accepted. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expireTime?: string;
            /**
             * Format: date-time
             * @description When it was last used; noted about once a minute.
             */
            lastUseTime?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description How a provider takes API keys. */
        ApiKeyOpts: {
            /**
             * @description Whether it is sent in a header or in the query.
             * @enum {string}
             */
            attachmentType: "query" | "header";
            /** @description The parameter that carries it. */
            query?: {
                /** @description Its name. */
                name: string;
            };
            /** @description The header that carries it. */
            header?: {
                /** @description Its name. */
                name: string;
                /** @description What stands before it. */
                valuePrefix?: string;
            };
            /** @description Where the provider explains it. */
            docsURL?: string;
        };
        /** @description Why a request failed (RFC 9457). */
        ApiProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem, and leads to its page.
             */
            type: string;
            /**
             * Format: uri
             * @description The page about this kind of problem.
             */
            href?: string;
            /** @description What kind of problem it is; never varies. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What happened this time. */
            detail: string;
            /** @description Identifies this occurrence. */
            instance: string;
            /** @description The part of the API that it happened in. */
            subsystem: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /**
             * @description Identifies the request in the server’s log; the `X-Request-Id` header tells it too.
             * @example req_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            requestId: string;
            /** @description What brought it about, in no order. */
            causes?: string[];
            /** @description What to do about it. */
            remedy?: string;
            /** @description Whom to write to. */
            supportEmail?: string;
            /** @description Whom to call. */
            supportPhone?: string;
            /** @description Where to get help. */
            supportUrl?: string;
            /** @description Whether sending the same request again may succeed. */
            retryable: boolean;
            /**
             * Format: date-time
             * @description When it may be sent again.
             */
            retryAfter?: string;
            /** @description What else belongs to it. */
            context?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description What a reference leads to. */
        AssociationDefinition: {
            /** @description Its kind, such as `lookup`. */
            associationType: string;
            /** @description The object that is referred to. */
            targetObject: string;
            /** @description What is referred by; `Id` when absent. */
            targetField?: string;
            /** @description Such as `one-to-one`. */
            cardinality?: string;
            /** @description What becomes of it with its target: `setNull`, `restrict` or `cascade`. */
            onDelete?: string;
            /** @description Whether every record must refer to one. */
            required?: boolean;
            /** @description What the relation is called from the other side. */
            reverseLookupFieldName?: string;
            /** @description The relation’s names for people. */
            labels?: components["schemas"]["AssociationLabels"];
        };
        /** @description Names of a relation for people. */
        AssociationLabels: {
            /** @description Of one of them. */
            singular?: string;
            /** @description Of several. */
            plural?: string;
        };
        /** @description One try to deliver a message. */
        Attempt: {
            /** @description Which attempt it was, from 1. */
            number: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /** @description How long it took, in milliseconds. */
            durationMs: number;
            /** @description Whether the receiver accepted it. */
            succeeded: boolean;
            /** @description Why it failed. */
            error?: {
                /** @description What went wrong: connecting, waiting, or what was answered. */
                class: components["schemas"]["AttemptFailure"];
                /** @description What happened this time. */
                detail: string;
            };
            /** @description What was sent. */
            request?: {
                /** @description Its address. */
                url: string;
                /** @description Its headers. */
                headers: {
                    [key: string]: string;
                };
            };
            /** @description What came back. */
            response?: {
                /** @description The HTTP status that the receiver answered. */
                status: number;
                /** @description Its headers. */
                headers: {
                    [key: string]: string;
                };
                /** @description The first 1024 bytes. */
                body: string;
            };
        };
        /**
         * @description What went wrong with an attempt.
         * @enum {string}
         */
        AttemptFailure: "timeout" | "connection" | "tls" | "address-refused" | "redirect" | "status" | "refused" | "misconfigured";
        /** @description One change: who made it, to what, when and from where. */
        AuditRecord: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example aud_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /** @description The organization. */
            orgId?: string;
            /** @description The project. */
            projectId?: string;
            /** @description Who made the change. */
            actor: {
                /** @description Who it is: `builder`, `api-key`, `consumer` or `nobody`. */
                kind: string;
                /** @description Identifies who acted: a builder, an API key, a consumer, or an address. */
                id: string;
                /**
                 * @description A name for people.
                 * @example Production
                 */
                label?: string;
            };
            /**
             * @description The operation.
             * @example updateProject
             */
            action: string;
            /**
             * @description The path of what was changed.
             * @example /v1/projects/acme-crm
             */
            target: string;
            /**
             * @description Identifies the request in the server’s log; the `X-Request-Id` header tells it too.
             * @example req_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            requestId: string;
            /**
             * @description The network address that the request came from.
             * @example 203.0.113.7
             */
            ip?: string;
            /**
             * @description What the client called itself.
             * @example platform-client/1.0
             */
            userAgent?: string;
            /** @description The record as it was, without secrets. */
            before?: unknown;
            /** @description The record as it became, without secrets. */
            after?: unknown;
        };
        /** @description What of the past is read. */
        BackfillConfig: {
            /** @description How far back it goes. */
            defaultPeriod: components["schemas"]["DefaultPeriod"];
            /** @description Only records that match all of these are read. */
            fieldFilters?: components["schemas"]["ReadFilter"][];
        };
        /** @description How far a backfill is. */
        BackfillProgress: {
            /**
             * @description The installation.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId: string;
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description The operation: one run of a read.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId: string;
            /** @description How many records were read. */
            recordsProcessed: number;
            /** @description How many there are, where the provider tells. */
            recordsEstimatedTotal?: number;
            /** @description How much of it is done, in percent, when that is known. */
            percent?: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When the last page was read.
             */
            updateTime?: string;
        };
        /** @description How a provider takes HTTP Basic authentication. */
        BasicAuthOpts: {
            /** @description Whether an API key is sent as user name or password. */
            apiKeyAsBasic?: boolean;
            /** @description How it is sent. */
            apiKeyAsBasicOpts?: {
                /**
                 * @description Which of the two it is.
                 * @enum {string}
                 */
                fieldUsed?: "username" | "password";
                /** @description How it is written there. */
                keyFormat?: string;
            };
            /** @description Where the provider explains it. */
            docsURL?: string;
        };
        /** @description A person who builds with the platform. */
        Builder: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Who vouches for the person: `platform`, or the issuer of a token.
             * @example platform
             */
            idpProvider: string;
            /** @description What the identity provider calls the person. */
            idpRef: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * @description The first name, when it is known.
             * @example Ana
             */
            firstName?: string;
            /**
             * @description The last name, when it is known.
             * @example Lind
             */
            lastName?: string;
            /**
             * @description The whole name, when it is known.
             * @example Ana Lind
             */
            fullName?: string;
            /**
             * @description The email address.
             * @example ana@acme.example
             */
            primaryEmail?: string;
            /**
             * @description In lists of an organization: the role there.
             * @enum {string}
             */
            role?: "owner" | "admin" | "member";
        };
        /** @description Who the caller is, and what they may do where. */
        BuilderInfo: {
            /** @description The builder who calls. */
            builder: components["schemas"]["Builder"];
            /** @description The caller’s role in each project, by the project’s ID. */
            projectRoles: {
                [key: string]: {
                    /** @description What its holder may do. */
                    role: string;
                    /**
                     * @description Who holds the role: the builder alone, or a team.
                     * @enum {string}
                     */
                    principalType: "team" | "builder";
                    /** @description The ID of the builder or team that holds it. */
                    principalId: string;
                    /** @description The project. */
                    project: components["schemas"]["Project"];
                };
            };
            /** @description The role in the organization that was joined first. */
            orgRole?: {
                /** @description What its holder may do. */
                role: string;
                /**
                 * @description Who holds the role: the builder alone, or a team.
                 * @enum {string}
                 */
                principalType: "team" | "builder";
                /** @description The ID of the builder or team that holds it. */
                principalId: string;
                /** @description The organization. */
                org: components["schemas"]["Org"];
            };
            /** @description The role in each organization. */
            orgRoles?: {
                /** @description What its holder may do. */
                role: string;
                /**
                 * @description Who holds the role: the builder alone, or a team.
                 * @enum {string}
                 */
                principalType: "team" | "builder";
                /** @description The ID of the builder or team that holds it. */
                principalId: string;
                /** @description The organization. */
                org: components["schemas"]["Org"];
            }[];
            /** @description Organizations whose invites to the caller’s verified email are pending. */
            invitedOrgs?: components["schemas"]["Org"][];
            /** @description Organizations that have claimed the domain of the caller’s verified email. */
            joinableOrgs?: components["schemas"]["Org"][];
        };
        /** @description Every provider, by name. */
        CatalogType: {
            [key: string]: components["schemas"]["ProviderInfo"];
        };
        /** @description A domain that an organization has claimed. */
        ClaimedDomainResponse: {
            /** @description Identifies the record. Opaque; it sorts by creation. */
            id: string;
            /** @description What kind of record it belongs to. */
            parentType: string;
            /** @description The organization that it belongs to. */
            parentId: string;
            /**
             * @description The domain of email addresses, such as `acme.example`.
             * @example acme.example
             */
            domain: string;
        };
        /** @description What an end user chose, at one time. */
        Config: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example conf_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The revision.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            revisionId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * @description Who saved it.
             * @example api:create-installation
             */
            createdBy: string;
            /** @description What the end user chose. */
            content: components["schemas"]["ConfigContent"];
        };
        /** @description What an end user chose. Objects are keyed by their provider’s name. */
        ConfigContent: {
            /**
             * @description The provider, as the catalogue names it.
             * @example salesforce
             */
            provider?: string;
            /** @description What is read. */
            read?: {
                /** @description The objects. */
                objects: {
                    [key: string]: components["schemas"]["ReadConfigObject"];
                };
            };
            /** @description What may be written. */
            write?: {
                /** @description The objects. */
                objects?: {
                    [key: string]: components["schemas"]["WriteConfigObject"];
                };
            };
            /** @description Which changes are subscribed to. */
            subscribe?: {
                /** @description The objects. */
                objects: {
                    [key: string]: components["schemas"]["SubscribeConfigObject"];
                };
            };
            /** @description Whether calls may be passed through to the provider. */
            proxy?: {
                /** @description Whether it is switched on. */
                enabled?: boolean;
            };
        };
        /** @description An end user on the way to connect a provider. */
        ConnectSession: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example csn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "expired";
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description The connection.
             * @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            connectionId?: string;
            /** @description What went wrong. */
            error?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expireTime: string;
        };
        /** @description A customer’s credentials at a provider. */
        Connection: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example conn_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /** @description The OAuth client that was used. */
            providerApp?: components["schemas"]["ProviderApp"];
            /** @description The customer whose it is. */
            group: components["schemas"]["Group"];
            /** @description The end user who connected. */
            consumer: components["schemas"]["Consumer"];
            /**
             * @description The customer’s workspace at the provider, such as the subdomain in its URLs.
             * @example globex
             */
            providerWorkspaceRef?: string;
            /** @description What the provider calls the person who connected. */
            providerConsumerRef?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /**
             * @description How calls are authenticated.
             * @enum {string}
             */
            authScheme: "none" | "apiKey" | "basic" | "custom" | "oauth2/authorizationCode" | "oauth2/authorizationCodePKCE" | "oauth2/clientCredentials" | "oauth2/password";
            /**
             * @description `working` once a call succeeded; `bad_credentials` once one was refused.
             * @enum {string}
             */
            status: "created" | "working" | "bad_credentials";
            /** @description Tokens that the end user’s authorization gave. */
            oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
            /** @description The API key at the provider; only with `includeCreds`. */
            apiKey?: string;
            /** @description What else is known of the account at the provider. */
            providerMetadata?: components["schemas"]["ProviderMetadata"];
            /** @description Why its tokens could not be renewed; absent while they can. */
            refreshFailure?: components["schemas"]["RefreshFailure"];
        };
        /** @description An end user. */
        Consumer: {
            /**
             * @description Your own reference to an end user.
             * @example user-42
             */
            consumerRef: string;
            /**
             * @description The end user’s name, for people.
             * @example Hank Scorpio
             */
            consumerName: string;
            /** @description The project. */
            projectId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description Something that a provider’s own scheme asks for. */
        CustomAuthInput: {
            /** @description Its name. */
            name: string;
            /** @description Its name, for people. */
            displayName: string;
            /** @description What to tell the end user about the choice. */
            prompt?: string;
            /** @description Where the provider explains it. */
            docsURL?: string;
            /**
             * @description How it is asked for.
             * @enum {string}
             */
            fieldType?: "fieldTypeText" | "fieldTypePassword" | "fieldTypeSelect";
            /** @description What can be chosen. */
            options?: {
                /** @description The value. */
                value: string;
                /**
                 * @description A name for people.
                 * @example Production
                 */
                label: string;
            }[];
        };
        /** @description A provider’s own scheme of authentication. */
        CustomAuthOpts: {
            /** @description Its headers. */
            headers?: {
                /** @description Its name. */
                name: string;
                /** @description How the value is made from inputs. */
                valueTemplate: string;
            }[];
            /** @description Parameters that carry credentials. */
            queryParams?: {
                /** @description Its name. */
                name: string;
                /** @description How the value is made from inputs. */
                valueTemplate: string;
            }[];
            /** @description What the end user is asked for. */
            inputs?: components["schemas"]["CustomAuthInput"][];
            /** @description What the builder is asked for. */
            providerInputs?: components["schemas"]["CustomAuthInput"][];
            /** @description Whether it takes several steps. */
            multiStep?: boolean;
        };
        /** @description A field that was applied, as it went the last time. */
        CustomField: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description What was done, or would be.
             * @enum {string}
             */
            action: "create" | "update" | "none";
            /** @description What the provider knows of it; `providerFieldName` is what it is called there. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description What the provider cannot do or refused, in words. */
            warnings?: string[];
            /** @description Its name, for people. */
            displayName: string;
            /** @description The kind of its values. */
            valueType: string;
            /** @description Why the provider refused it. */
            error?: string;
            /**
             * Format: date-time
             * @description When it was last applied.
             */
            applyTime: string;
            /**
             * @description The operation: one run of a read.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
        };
        /** @description How far back a backfill goes. */
        DefaultPeriod: {
            /** @description So many days back. */
            days?: number;
            /** @description Everything there is. */
            fullHistory?: boolean;
        };
        /** @description The way of one event to one destination. */
        Delivery: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example dlv_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description The event.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            eventId: string;
            /** @description What happens. */
            eventType: components["schemas"]["MessageType"];
            /**
             * @description The destination.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            destinationId: string;
            /** @description Where it stands. */
            status: components["schemas"]["DeliveryStatus"];
            /** @description How many attempts there were. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it is tried again.
             */
            nextAttemptTime?: string;
            /**
             * Format: date-time
             * @description When it was last tried.
             */
            lastAttemptTime?: string;
            /** @description Why the last attempt failed. */
            lastError?: string;
        };
        /**
         * @description Where a delivery stands.
         * @enum {string}
         */
        DeliveryStatus: "pending" | "held" | "delivered" | "failed" | "cancelled";
        /** @description Where messages go. */
        Destination: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Its name.
             * @example crm-webhook
             */
            name: string;
            /** @description Where it leads: a webhook, a stream, a bucket or a log. */
            type: components["schemas"]["DestinationType"];
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Its settings. */
            metadata: components["schemas"]["DestinationMetadata"];
            /** @description A disabled destination holds its messages until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description Why it is disabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Since when it is disabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description Credentials of a destination. They are written and never read. */
        DestinationCredentials: {
            /** @description The access key ID; without it, the role of the machine counts. */
            awsKeyId?: string;
            /** @description The secret access key. */
            awsSecretKey?: string;
            /** @description The token of temporary credentials. */
            awsSessionToken?: string;
            /** @description Headers to send with each message, such as `Authorization`. */
            headers?: components["schemas"]["WebhookHeaders"];
        };
        /** @description Settings of a destination. Its type decides which of them count. */
        DestinationMetadata: {
            /**
             * @description Where webhooks are sent: `https`.
             * @example https://acme.example/webhooks
             */
            url?: string;
            /** @description Headers to send with each webhook. */
            headers?: components["schemas"]["WebhookHeaders"];
            /** @description Adds `v1a` signatures, verifiable with the public key. */
            ed25519?: boolean;
            /** @description The region of the stream or bucket. */
            region?: string;
            /** @description The stream. */
            streamName?: string;
            /** @description Another endpoint than the provider’s own one. */
            endpointUrl?: string;
            /** @description A template that makes the partition key from the message, such as `data.groupRef`: paths, `'texts'`, `a || b` and `join('/', [a, b])`, as in JMESPath. */
            partitionKeyTemplate?: string;
            /** @description The bucket. */
            bucket?: string;
            /** @description A template that makes the name of the object from the message, or with `batch` that of its folder, such as `join('/', [type, date, id])`. */
            keyTemplate?: string;
            /** @description The storage class of objects. */
            storageClass?: string;
            /** @description Objects of many messages, one per line, compressed with gzip. */
            batch?: boolean;
            /** @description How many messages an object has at most. */
            batchSize?: number;
            /** @description How long a message waits for others, in seconds. */
            maxWaitSecs?: number;
            /**
             * @description How serious it is.
             * @enum {string}
             */
            severity?: "debug" | "info" | "warn" | "error";
            /** @description What to add to each line of the log. */
            attributes?: {
                [key: string]: string;
            };
        };
        /**
         * @description Whether a destination takes messages.
         * @enum {string}
         */
        DestinationStatus: "enabled" | "disabled";
        /**
         * @description The kinds of destination.
         * @enum {string}
         */
        DestinationType: "webhook" | "kinesis" | "s3" | "log";
        /** @description A destination with the keys that verify its messages. */
        DestinationWithSecrets: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Its name.
             * @example crm-webhook
             */
            name: string;
            /** @description Where it leads: a webhook, a stream, a bucket or a log. */
            type: components["schemas"]["DestinationType"];
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Its settings. */
            metadata: components["schemas"]["DestinationMetadata"];
            /** @description A disabled destination holds its messages until it is enabled. */
            status: components["schemas"]["DestinationStatus"];
            /** @description Why it is disabled. */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Since when it is disabled.
             */
            disabledTime?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /** @description What verifies its messages; only when asked for. */
            secrets?: {
                /**
                 * @description Verifies `v1` signatures (Standard Webhooks): keep it secret.
                 * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                 */
                webhookSigningKey?: string;
                /** @description Verifies `v1a` signatures. */
                webhookPublicKey?: string;
            };
        };
        /** @description A field of your product that the end user maps. */
        DynamicMappingsInputEntry: {
            /**
             * @description What it is called in your product.
             * @example surname
             */
            mapToName: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description What to tell the end user about the choice. */
            prompt?: string;
            /** @description The values that your product knows. */
            mappedValues?: {
                /** @description Your value. */
                mappedValue: string;
                /** @description The same, for people. */
                mappedDisplayValue: string;
            }[];
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName?: string;
        };
        /** @description What a project may use. */
        Entitlements: {
            /** @description Whether the UI library shows no brand of ours. */
            brandingRemoval?: {
                /** @description The value. */
                value: boolean;
            };
            /** @description For how many days logs are kept. */
            logRetentionDays?: {
                /** @description The value. */
                value: number;
            };
        };
        /** @description What was erased. */
        Erased: {
            /** @description How many installations were erased. */
            installations: number;
            /** @description How many connections were erased. */
            connections: number;
            /** @description With what they said and their deliveries. */
            events: number;
        };
        /** @description Something that happened in a project. */
        Event: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description What happened. */
            type: components["schemas"]["MessageType"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /** @description Its way to each destination. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /** @description An event with the message as it is sent. */
        EventWithBody: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example evt_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description What happened. */
            type: components["schemas"]["MessageType"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /** @description Its way to each destination. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description What was sent. */
            body: unknown;
        };
        /** @description A field as a customer’s account shall have it. */
        FieldDefinition: {
            /**
             * @description What the provider shall call it.
             * @example Seniority_Level
             */
            fieldName: string;
            /**
             * @description What people read beside it.
             * @example Seniority
             */
            displayName: string;
            /** @description What it is for. */
            description?: string;
            /**
             * @description `string`, `boolean`, `date`, `datetime`, `singleSelect`, `multiSelect`, `int`, `float` or `reference`.
             * @example string
             */
            valueType: string;
            /** @description Whether every record must have a value. */
            required?: boolean;
            /** @description Whether no two records may have the same value. */
            unique?: boolean;
            /** @description Whether records are looked up by it. */
            indexed?: boolean;
            /** @description Of a text or a choice. */
            stringOptions?: components["schemas"]["StringFieldOptions"];
            /** @description Of a number. */
            numericOptions?: components["schemas"]["NumericFieldOptions"];
            /** @description Of a reference. */
            association?: components["schemas"]["AssociationDefinition"];
        };
        /** @description A field at the provider. */
        FieldMetadata: {
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName: string;
            /** @description Its name, for people. */
            displayName: string;
            /**
             * @description The kind of its values.
             * @enum {string}
             */
            valueType?: "string" | "boolean" | "singleSelect" | "multiSelect" | "date" | "datetime" | "int" | "float" | "reference" | "other";
            /** @description The same, as the provider names it. */
            providerType?: string;
            /** @description Whether it cannot be written. */
            readOnly?: boolean;
            /** @description Whether the customer has added it. */
            isCustom?: boolean;
            /** @description Whether a record needs it. */
            isRequired?: boolean;
            /** @description The objects that its values may name. */
            referenceTo?: string[];
            /** @description The values that it may have. */
            values?: {
                /** @description The value. */
                value: string;
                /** @description The value, for people. */
                displayValue: string;
            }[];
        };
        /** @description What became of one field. */
        FieldUpsertResult: {
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description What was done, or would be.
             * @enum {string}
             */
            action: "create" | "update" | "none";
            /** @description What the provider knows of it; `providerFieldName` is what it is called there. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description What the provider cannot do or refused, in words. */
            warnings?: string[];
        };
        /** @description A connection from credentials that you have. */
        GenerateConnectionRequest: {
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description Your own reference to a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description The customer’s name, for people to read; stays as it was when left out.
             * @example Globex
             */
            groupName?: string;
            /**
             * @description Your own reference to an end user.
             * @example user-42
             */
            consumerRef: string;
            /**
             * @description The end user’s name, for people to read; stays as it was when left out.
             * @example Hank Scorpio
             */
            consumerName?: string;
            /**
             * @description The customer’s workspace at the provider, such as the subdomain in its URLs.
             * @example globex
             */
            providerWorkspaceRef?: string;
            /** @description What else is known of the account at the provider. */
            providerMetadata?: components["schemas"]["ProviderMetadata"];
            /** @description The API key at the provider. */
            apiKey?: string;
            /** @description What the provider’s own scheme asks for, by name. */
            customAuth?: {
                [key: string]: unknown;
            };
            /** @description User name and password for HTTP Basic authentication. */
            basicAuth?: {
                /** @description The user name. */
                username: string;
                /** @description The password. */
                password: string;
            };
            /** @description A client that gets tokens for itself. */
            oauth2ClientCredentials?: {
                /**
                 * @description The client ID of the OAuth client.
                 * @example 3MVG9acmeClient
                 */
                clientId: string;
                /**
                 * @description The client’s secret. It is written and never read.
                 * @example a-long-secret
                 */
                clientSecret: string;
                /** @description What it was granted. */
                scopes?: string[];
            };
            /** @description A client and a user’s password, exchanged for tokens. */
            oauth2PasswordCredentials?: {
                /** @description The user name. */
                username: string;
                /** @description The password. */
                password: string;
                /**
                 * @description The client ID of the OAuth client.
                 * @example 3MVG9acmeClient
                 */
                clientId: string;
                /**
                 * @description The client’s secret. It is written and never read.
                 * @example a-long-secret
                 */
                clientSecret: string;
                /** @description What it was granted. */
                scopes?: string[];
            };
            /** @description Tokens that the end user’s authorization gave. */
            oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
        };
        /** @description A customer of yours: a company, team or workspace. */
        Group: {
            /**
             * @description Your own reference to a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description The customer’s name, for people.
             * @example Globex
             */
            groupName: string;
            /** @description The project. */
            projectId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description A field of the manifest, with what the provider says of it. */
        HydratedIntegrationField: {
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName: string;
            /** @description Its name, for people. */
            displayName: string;
            /**
             * @description What it is called in your product.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
        } | {
            /**
             * @description What it is called in your product.
             * @example surname
             */
            mapToName: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description The default. */
            default?: string;
            /** @description What to tell the end user about the choice. */
            prompt?: string;
        };
        /** @description An object of the manifest, with what the provider says of it. */
        HydratedIntegrationObject: {
            /** @description What went wrong. */
            error?: string;
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /** @description Its name, for people. */
            displayName: string;
            /**
             * @description What it is called in your product.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /**
             * @description The name of the destination that messages go to.
             * @example crm-webhook
             */
            destination?: string;
            /**
             * @description When to read: a cron expression of five fields, in UTC.
             * @example *\/30 * * * *
             */
            schedule?: string;
            /** @description Fields that are always read. */
            requiredFields?: components["schemas"]["HydratedIntegrationField"][];
            /** @description Fields that the end user may choose. */
            optionalFields?: components["schemas"]["HydratedIntegrationField"][];
            /**
             * @description `all` offers every field that the object has.
             * @constant
             */
            optionalFieldsAuto?: "all";
            /** @description What the provider says of each field, by its name. */
            allFieldsMetadata?: {
                [key: string]: components["schemas"]["FieldMetadata"];
            };
            /** @description Every field that the object has. */
            allFields?: components["schemas"]["HydratedIntegrationField"][];
            /** @description What of the past is read first. */
            backfill?: {
                /** @description How far back it goes. */
                defaultPeriod: {
                    /** @description So many days back. */
                    days?: number;
                    /** @description Everything there is. */
                    fullHistory?: boolean;
                };
            };
        };
        /** @description A revision, with what the customer’s account at the provider has. */
        HydratedRevision: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The version of the manifest’s format.
             * @example 1.0.0
             */
            specVersion: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /** @description What is declared. */
            content: {
                /** @description Its name. */
                name: string;
                /** @description Its name, for people. */
                displayName?: string;
                /** @description Which part of the provider’s API; its default one when left out. */
                module?: string;
                /**
                 * @description The provider’s name in the catalogue, such as `salesforce`.
                 * @example salesforce
                 */
                provider: string;
                /** @description What is read. */
                read?: {
                    /** @description The objects. */
                    objects?: components["schemas"]["HydratedIntegrationObject"][];
                };
                /** @description What may be written. */
                write?: {
                    /** @description The objects. */
                    objects?: {
                        /**
                         * @description What the provider calls the object, such as `Contact`.
                         * @example Contact
                         */
                        objectName: string;
                        /** @description Its name, for people. */
                        displayName: string;
                        /** @description Which fields may be given default values. */
                        valueDefaults?: {
                            /** @description Any field may. */
                            allowAnyFields?: boolean;
                        };
                    }[];
                };
                /** @description Whether calls may be passed through to the provider. */
                proxy?: {
                    /** @description Whether it is switched on. */
                    enabled?: boolean;
                    /** @description Whether calls go to the module’s own address. */
                    useModule?: boolean;
                };
            };
        };
        /** @description One input that is not valid. What may be secret is never echoed. */
        InputValidationIssue: {
            /**
             * @description Where the input was.
             * @enum {string}
             */
            in: "body" | "header" | "path" | "query";
            /** @description An indexed path, such as `items[0].name`. */
            name: string;
            /** @description What was sent; left out where it may be secret. */
            value?: unknown;
            /** @description What happened this time. */
            detail: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Why a request was not valid, input by input. */
        InputValidationProblem: {
            /**
             * Format: uri
             * @description Identifies the kind of problem, and leads to its page.
             */
            type: string;
            /**
             * Format: uri
             * @description The page about this kind of problem.
             */
            href?: string;
            /** @description What kind of problem it is; never varies. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What happened this time. */
            detail: string;
            /** @description Identifies this occurrence. */
            instance: string;
            /** @description The part of the API that it happened in. */
            subsystem: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            time: string;
            /**
             * @description Identifies the request in the server’s log; the `X-Request-Id` header tells it too.
             * @example req_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            requestId: string;
            /** @description What brought it about, in no order. */
            causes?: string[];
            /** @description What to do about it. */
            remedy?: string;
            /** @description Whom to write to. */
            supportEmail?: string;
            /** @description Whom to call. */
            supportPhone?: string;
            /** @description Where to get help. */
            supportUrl?: string;
            /** @description Whether sending the same request again may succeed. */
            retryable: boolean;
            /**
             * Format: date-time
             * @description When it may be sent again.
             */
            retryAfter?: string;
            /** @description What else belongs to it. */
            context?: {
                [key: string]: unknown;
            };
            /** @description Each input that is not valid. */
            issues?: components["schemas"]["InputValidationIssue"][];
        } & {
            [key: string]: unknown;
        };
        /** @description An integration that a customer has switched on. */
        Installation: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description The integration that is installed.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            integrationId: string;
            /** @description The customer whose it is. */
            group?: components["schemas"]["Group"];
            /**
             * @description `unhealthy` while credentials are bad, an object is paused, or a read failed.
             * @enum {string}
             */
            healthStatus: "healthy" | "unhealthy";
            /**
             * @description How its last operation ended.
             * @enum {string}
             */
            lastOperationStatus?: "success" | "failure" | "in_progress";
            /** @description The connection. */
            connection: components["schemas"]["Connection"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /**
             * @description Who saved it.
             * @example api:create-installation
             */
            createdBy: string;
            /** @description What the end user chose. */
            config: components["schemas"]["Config"];
            /** @description How each object fares, by its name. */
            objects: {
                [key: string]: components["schemas"]["InstallationObject"];
            };
        };
        /** @description How many records were read of each object in the last days. */
        InstallationActivity: {
            /** @description The objects. */
            objects: {
                [key: string]: {
                    /** @description So many days back. */
                    days: {
                        /**
                         * Format: date
                         * @description The day, by the clock of UTC.
                         */
                        date: string;
                        /** @description Records of the reads that began on this day. */
                        records: number;
                    }[];
                };
            };
        };
        /** @description How one installed object fares. */
        InstallationObject: {
            /**
             * @description Whether it is read, tried again until the provider answers, switched off, or paused.
             * @enum {string}
             */
            state: "active" | "retrying" | "disabled" | "paused";
            /**
             * @description Why it is paused: `credentials` ends when the end user connects again, `failures` and `request` when somebody resumes it, `removed` when the integration declares the object again.
             * @enum {string}
             */
            pausedFor?: "credentials" | "failures" | "request" | "removed";
            /** @description The same in a sentence, with what the provider said. */
            pausedReason?: string;
            /** @description Since when the provider has not given what is read, why, and when it is asked again. */
            retrying?: {
                /**
                 * Format: date-time
                 * @description When the provider stopped giving what is read.
                 */
                since: string;
                /** @description What went wrong. */
                error: string;
                /**
                 * Format: date-time
                 * @description When it is tried again.
                 */
                nextTryTime: string;
            };
            /**
             * Format: date-time
             * @description When it was last read.
             */
            lastRunTime?: string;
            /**
             * Format: date-time
             * @description When it is read next.
             */
            nextRunTime?: string;
            /**
             * Format: date-time
             * @description Up to when changes have been read, by the provider’s clock.
             */
            watermark?: string;
        };
        /** @description What you offer for a provider. */
        Integration: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description As in `platform.yaml`; the UI library names it so.
             * @example crm
             */
            name: string;
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /** @description What was deployed last; it decides what runs. */
            latestRevision: components["schemas"]["Revision"];
        };
        /** @description A field of the provider, or (without `fieldName`) one that the end user maps. */
        IntegrationField: {
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description What it is called in your product.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
        } | {
            /**
             * @description What it is called in your product.
             * @example surname
             */
            mapToName: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description The provider’s field that is suggested. */
            default?: string;
            /** @description What to tell the end user about the choice. */
            prompt?: string;
        };
        /** @description An object that is read. */
        IntegrationObject: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description The name of the destination that messages go to.
             * @example crm-webhook
             */
            destination?: string;
            /**
             * @description When to read: a cron expression of five fields, in UTC.
             * @example *\/30 * * * *
             */
            schedule?: string;
            /**
             * @description What it is called in your product.
             * @example surname
             */
            mapToName?: string;
            /**
             * @description What people read in place of `mapToName`.
             * @example Surname
             */
            mapToDisplayName?: string;
            /** @description Fields that are always read. */
            requiredFields?: components["schemas"]["IntegrationField"][];
            /** @description Fields that the end user may choose. */
            optionalFields?: components["schemas"]["IntegrationField"][];
            /**
             * @description `all` offers every field that the object has.
             * @constant
             */
            optionalFieldsAuto?: "all";
            /** @description What of the past is read first. */
            backfill?: {
                /** @description How far back it goes. */
                defaultPeriod: components["schemas"]["DefaultPeriod"];
            };
            /** @description How results arrive. */
            delivery?: {
                /**
                 * @description At once, or when asked for.
                 * @enum {string}
                 */
                mode?: "onRequest" | "auto";
                /** @description How many records a message carries at most. */
                pageSize?: number;
            };
            /**
             * @description Whether it is switched on.
             * @constant
             */
            enabled?: "always";
            /** @description Records that the provider has deleted are delivered too: entries with `subscribeEventType: delete`. */
            deleted?: boolean;
        };
        /** @description An object whose changes are subscribed to. */
        IntegrationSubscribeObject: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description The name of the destination that messages go to.
             * @example crm-webhook
             */
            destination: string;
            /** @description Whether fields and mappings are those of reading. */
            inheritFieldsAndMapping?: boolean;
            /** @description Whether created records are told of. */
            createEvent?: {
                /**
                 * @description Whether it is switched on.
                 * @constant
                 */
                enabled?: "always";
            };
            /** @description Whether changed records are told of. */
            updateEvent?: {
                /**
                 * @description Whether it is switched on.
                 * @constant
                 */
                enabled?: "always";
                /**
                 * @description Which fields count as a change of the record.
                 * @enum {string}
                 */
                watchFieldsAuto?: "all" | "selected";
                /** @description The fields whose change is told of. */
                requiredWatchFields?: string[];
            };
            /** @description Whether deleted records are told of. */
            deleteEvent?: {
                /**
                 * @description Whether it is switched on.
                 * @constant
                 */
                enabled?: "always";
            };
            /** @description Whether changed associations are told of. */
            associationChangeEvent?: {
                /**
                 * @description Whether it is switched on.
                 * @constant
                 */
                enabled?: "always";
                /** @description Whether the records themselves come along. */
                includeFullRecords?: boolean;
            };
            /** @description Further events, as the provider names them. */
            otherEvents?: string[];
        };
        /** @description An object that may be written. */
        IntegrationWriteObject: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /** @description Whether fields are mapped as for reading. */
            inheritMapping?: boolean;
            /** @description Which fields may be given default values. */
            valueDefaults?: {
                /** @description Any field may. */
                allowAnyFields?: boolean;
            };
        };
        /** @description An invitation to join an organization. */
        Invite: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example inv_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /** @description The address that was invited. */
            invitedEmail: string;
            /**
             * @description What kind of record it belongs to.
             * @constant
             */
            parentType: "org";
            /**
             * @description The organization that it belongs to.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            parentId: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "pending" | "accepted" | "revoked" | "expired";
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expireTime: string;
            /** @description Where the invited person accepts, when no mail server is configured. */
            link?: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description A public key that verifies tokens of your end users. */
        JWTKey: {
            /**
             * Format: uuid
             * @description The `kid` of tokens that it verifies.
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description A name for people.
             * @example Production
             */
            label: string;
            /**
             * @description The kind of key.
             * @enum {string}
             */
            algorithm: "RSA" | "EC" | "OKP";
            /**
             * @description The public key, as PEM.
             * @example -----BEGIN PUBLIC KEY-----
             *     MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2RZ7vuaG7zOLhNZVZt5ZtCyf6KZn
             *     -----END PUBLIC KEY-----
             */
            publicKeyPem: string;
            /** @description Whether it is accepted. */
            active: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime: string;
        };
        /** @description The ID of a new JWT key. */
        JWTKeyResponse: {
            /**
             * Format: uuid
             * @description What tokens name as `kid` in their header.
             */
            kid: string;
        };
        /** @description A line of an operation’s log. */
        Log: {
            /**
             * Format: date-time
             * @description When the line was written.
             */
            timestamp: string;
            /** @description What it says. */
            message: {
                /**
                 * @description The line, in words.
                 * @example Read 200 records of Contact.
                 */
                msg: string;
                /** @description What went wrong. */
                error?: string;
                /** @description The operation that wrote the line. */
                operation_id?: string;
                /** @description What belongs to it, by name. */
                details?: {
                    [key: string]: string;
                };
            } & {
                [key: string]: unknown;
            };
            /**
             * @description How serious it is.
             * @example info
             */
            severity: string;
        };
        /** @description What is wrong in a manifest, or worth a look. */
        ManifestFinding: {
            /** @description The rule that is broken. */
            rule: string;
            /**
             * @description Whether it keeps the file from being deployed.
             * @enum {string}
             */
            severity: "error" | "warning";
            /** @description What it says. */
            message: string;
            /** @description Where it stands, counted from 1. */
            line: number;
            /** @description Where in the line, counted from 1. */
            column: number;
            /** @description Where it is in the reply. */
            path: string;
            /** @description What was probably meant. */
            suggestion?: string;
        };
        /** @description One integration of `platform.yaml`. */
        ManifestIntegration: {
            /**
             * @description Names the integration, unique in the project.
             * @example crm
             */
            name: string;
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /** @description Its name, for people. */
            displayName?: string;
            /** @description Which part of the provider’s API; its default one when left out. */
            module?: string;
            /** @description What is read. */
            read?: {
                /** @description The objects. */
                objects?: components["schemas"]["IntegrationObject"][];
            };
            /** @description What may be written. */
            write?: {
                /** @description The objects. */
                objects?: components["schemas"]["IntegrationWriteObject"][];
            };
            /** @description Whether calls may be passed through to the provider. */
            proxy?: {
                /** @description Whether it is switched on. */
                enabled?: boolean;
                /** @description Whether calls go to the module’s own address. */
                useModule?: boolean;
            };
            /** @description Which changes are subscribed to. */
            subscribe?: {
                /** @description The objects. */
                objects?: components["schemas"]["IntegrationSubscribeObject"][];
            };
            /** @description Whether changes of the provider’s fields are told of. */
            watchSchema?: {
                /**
                 * @description The name of the destination that messages go to.
                 * @example crm-webhook
                 */
                destination: string;
                /**
                 * @description When to read: a cron expression of five fields, in UTC.
                 * @example *\/30 * * * *
                 */
                schedule?: string;
                /** @description For every object that is read. */
                allObjects: {
                    /** @description When a field appears. */
                    fieldCreated?: {
                        /**
                         * @description Whether it is switched on.
                         * @constant
                         */
                        enabled: "always";
                    };
                    /** @description When a field is gone. */
                    fieldDeleted?: {
                        /**
                         * @description Whether it is switched on.
                         * @constant
                         */
                        enabled: "always";
                    };
                    /** @description When a field is different. */
                    fieldChanged?: {
                        /**
                         * @description Whether it is switched on.
                         * @constant
                         */
                        enabled: "always";
                    };
                };
            };
        };
        /** @description What a deployment would change, and for whom. */
        ManifestRehearsal: {
            /** @description What is wrong, or worth a look. */
            findings: components["schemas"]["ManifestFinding"][];
            /** @description What would become of each integration of the file. */
            integrations: {
                /** @description Its name. */
                name: string;
                /**
                 * @description Whether the integration is new, gets a new revision, or stays as it is.
                 * @enum {string}
                 */
                change: "create" | "update" | "none";
                /** @description How many installations were erased. */
                installations: number;
                /** @description What installations would notice. */
                effects: {
                    /**
                     * @description What the provider calls the object, such as `Contact`.
                     * @example Contact
                     */
                    objectName: string;
                    /** @description What would be different for the object. */
                    effect: string;
                    /** @description How many installations were erased. */
                    installations: number;
                    /** @description For which groups, at most 100 of them. */
                    groupRefs: string[];
                }[];
            }[];
        };
        /** @description A builder’s place in an organization. */
        Membership: {
            /**
             * @description The organization.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            orgId: string;
            /**
             * @description The builder.
             * @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            builderId: string;
            /**
             * @description What its holder may do.
             * @enum {string}
             */
            role: "owner" | "admin" | "member";
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
        };
        /**
         * @description What a message is about: a notification, or records that were read.
         * @enum {string}
         */
        MessageType: "connection.created" | "connection.error" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "installation.created" | "installation.updated" | "installation.deleted" | "read.schedule.paused" | "read.backfill.done" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "destination.webhook.disabled" | "read" | "subscribe" | "schema.watch";
        /** @description Something that an end user is asked for before connecting. */
        MetadataItemInput: {
            /** @description Its name. */
            name: string;
            /** @description Its name, for people. */
            displayName?: string;
            /** @description What to tell the end user about the choice. */
            prompt?: string;
            /** @description What counts when nothing is given. */
            defaultValue?: string;
            /** @description Where the provider explains it. */
            docsURL?: string;
            /** @description The modules that need it. */
            moduleDependencies?: {
                [key: string]: Record<string, never>;
            };
        };
        /** @description A part of a provider’s API that is connected separately. */
        ModuleInfo: {
            /** @description Its name, for people. */
            displayName: string;
            /**
             * @description Where its API is.
             * @example https://{{.workspace}}.my.salesforce.com
             */
            baseURL: string;
            /** @description What can be done with it. */
            support: components["schemas"]["Support"];
            /** @description What must be set up before subscribing. */
            subscribeRequirements?: {
                [key: string]: boolean;
            };
        };
        /** @description Sends events of one type to a topic. */
        NotificationEventTopicRoute: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example etr_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /** @description What happens. */
            eventType: components["schemas"]["NotificationEventType"];
            /**
             * @description The topic.
             * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            topicId: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /**
         * @description What can happen in a project.
         * @enum {string}
         */
        NotificationEventType: "connection.created" | "connection.error" | "connection.refreshed" | "connection.updated" | "connection.deleted" | "installation.created" | "installation.updated" | "installation.deleted" | "read.schedule.paused" | "read.backfill.done" | "read.triggered.done" | "read.triggered.error" | "write.async.done" | "subscribe.create.error" | "destination.webhook.disabled";
        /** @description What a number may be. */
        NumericFieldOptions: {
            /** @description How many digits a value has at most. */
            precision?: number;
            /** @description How many of them stand behind the point. */
            scale?: number;
            /** @description The smallest value. */
            min?: number;
            /** @description The largest value. */
            max?: number;
            /** @description What a new record holds. */
            defaultValue?: number;
        };
        /** @description Tokens that an end user’s authorization gave. */
        Oauth2AuthorizationCode: {
            /** @description Sent with each call. */
            accessToken?: {
                /** @description The token. */
                token: string;
                /**
                 * Format: date-time
                 * @description When it was issued.
                 */
                issuedAt?: string;
                /**
                 * Format: date-time
                 * @description When it ends.
                 */
                expiresAt?: string;
            };
            /** @description Buys new access tokens. */
            refreshToken?: {
                /** @description The token. */
                token: string;
                /**
                 * Format: date-time
                 * @description When it was issued.
                 */
                issuedAt?: string;
                /**
                 * Format: date-time
                 * @description When it ends.
                 */
                expiresAt?: string;
            };
            /** @description What it was granted. */
            scopes?: string[];
        };
        /** @description How a provider’s OAuth works. */
        Oauth2Opts: {
            /**
             * @description How tokens are obtained.
             * @enum {string}
             */
            grantType: "authorizationCode" | "authorizationCodePKCE" | "clientCredentials" | "password";
            /**
             * @description Where end users authorize.
             * @example https://login.salesforce.com/services/oauth2/authorize
             */
            authURL?: string;
            /**
             * @description Where tokens are obtained.
             * @example https://login.salesforce.com/services/oauth2/token
             */
            tokenURL: string;
            /** @description Whether the provider app must name scopes. */
            explicitScopesRequired: boolean;
            /** @description Whether the end user must name a workspace first. */
            explicitWorkspaceRequired: boolean;
            /** @description The audience that tokens are for. */
            audience?: string[];
            /** @description What scopes are called elsewhere. */
            scopeMappings?: {
                [key: string]: string;
            };
            /** @description What the token’s reply tells, and where. */
            tokenMetadataFields: {
                /** @description Where the workspace is. */
                workspaceRefField?: string;
                /** @description Where the person is. */
                consumerRefField?: string;
                /** @description Where the granted scopes are. */
                scopesField?: string;
                /** @description What else is kept of it. */
                otherFields?: {
                    /** @description Its name. */
                    name: string;
                    /** @description Its name, for people. */
                    displayName: string;
                    /** @description Where it is in the reply. */
                    path: string;
                    /** @description A pattern that finds the value in the text. */
                    capture?: string;
                }[];
            };
            /** @description Where the provider explains it. */
            docsURL?: string;
            /** @description Parameters that are always sent along. */
            authURLParams?: {
                [key: string]: string;
            };
            /** @description How the access token is sent. */
            accessTokenOpts?: {
                /**
                 * @description Whether it is sent in a header or in the query.
                 * @constant
                 */
                attachmentType: "accessTokenHeaderAttachment";
                /** @description The header that carries it. */
                header?: {
                    /** @description Its name. */
                    name: string;
                    /** @description What stands before it. */
                    valuePrefix?: string;
                };
                /** @description Where the provider explains it. */
                docsURL?: string;
            };
            /** @description How often tokens are refreshed so that they do not end unused. */
            keepAliveIntervalHours?: number;
        };
        /** @description An object at the provider, with its fields. */
        ObjectMetadata: {
            /**
             * @description What the provider calls the object.
             * @example Contact
             */
            name: string;
            /** @description Its name, for people. */
            displayName?: string;
            /** @description What the object is called in your product. */
            mappedObjectName?: string;
            /** @description Its fields, by the provider’s name. */
            fields: {
                [key: string]: components["schemas"]["FieldMetadata"];
            };
        };
        /** @description One run of a read, a write or a subscription. */
        Operation: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * @description The integration.
             * @example int_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            integrationId: string;
            /**
             * @description The configuration that was in force.
             * @example conf_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            configId: string;
            /**
             * @description The installation.
             * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            installationId: string;
            /**
             * @description What it does, such as `read`.
             * @example read
             */
            actionType: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "in_progress" | "success" | "failure" | "canceled";
            /** @description How it ended, in words. */
            result?: string;
            /** @description What it is about. */
            metadata?: {
                /** @description The objects that it is about. */
                objects?: string[];
                /** @description How often it was tried. */
                retry?: {
                    /** @description How many attempts there were. */
                    attempts?: number;
                    /**
                     * Format: date-time
                     * @description When it was last tried.
                     */
                    lastAttempt?: string;
                    /**
                     * Format: date-time
                     * @description When it was last told of.
                     */
                    lastNotified?: string;
                };
                /** @description How far it is. */
                progress?: {
                    /**
                     * @description The installation.
                     * @example inst_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    installationId?: string;
                    /**
                     * @description What the provider calls the object, such as `Contact`.
                     * @example Contact
                     */
                    objectName?: string;
                    /**
                     * @description The operation: one run of a read.
                     * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    operationId?: string;
                    /** @description How many records were read. */
                    recordsProcessed?: number;
                    /** @description How many there are, where the provider tells. */
                    recordsEstimatedTotal?: number;
                    /** @description How much of it is done, in percent, when that is known. */
                    percent?: number;
                };
                /** @description The records that were written. */
                successfulRecordIds?: string[];
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
        };
        /** @description A company that builds with the platform. */
        Org: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description A name for people.
             * @example Acme
             */
            label: string;
            /** @description The team that every member of the organization is in. */
            defaultTeamId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description One product of yours. */
        Project: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /** @description Addresses the project in URLs. Unique; stored in lower case. */
            name: string;
            /**
             * @description What end users see.
             * @example Acme CRM
             */
            appName: string;
            /**
             * @description The organization.
             * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            orgId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
            /** @description What the project may use. */
            entitlements?: components["schemas"]["Entitlements"];
        };
        /** @description Your OAuth client at a provider. */
        ProviderApp: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example papp_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Your own name for the app, to tell several of one provider apart. */
            externalRef?: string;
            /**
             * @description The provider’s name in the catalogue, such as `salesforce`.
             * @example salesforce
             */
            provider: string;
            /**
             * @description The client ID of the OAuth client.
             * @example 3MVG9acmeClient
             */
            clientId: string;
            /** @description What it was granted. */
            scopes?: string[];
            /** @description Its settings. */
            metadata?: components["schemas"]["ProviderAppMetadata"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description What a provider wants to know of an OAuth client. */
        ProviderAppMetadata: {
            /** @description Parameters to add where users authorize. */
            authQueryParams?: {
                [key: string]: string[];
            };
            /** @description What else the provider wants to know of the app, such as a developer key. It is written and never read: a change without it keeps it, an empty one clears it. */
            providerParams?: {
                [key: string]: string;
            };
        };
        /** @description What the catalogue says of a provider. */
        ProviderInfo: {
            /**
             * @description Names the provider in URLs and in `platform.yaml`.
             * @example salesforce
             */
            name: string;
            /** @description Its name, for people. */
            displayName?: string;
            /**
             * @description How the provider authenticates calls.
             * @enum {string}
             */
            authType: "oauth2" | "apiKey" | "basic" | "jwt" | "custom" | "none";
            /**
             * @description Where its API is.
             * @example https://{{.workspace}}.my.salesforce.com
             */
            baseURL: string;
            /**
             * @description The module that counts where none is named.
             * @example crm
             */
            defaultModule: string;
            /** @description How its OAuth works. */
            oauth2Opts?: components["schemas"]["Oauth2Opts"];
            /** @description How its API key is sent. */
            apiKeyOpts?: components["schemas"]["ApiKeyOpts"];
            /** @description How HTTP Basic authentication is used. */
            basicOpts?: components["schemas"]["BasicAuthOpts"];
            /** @description A scheme of the provider’s own. */
            customOpts?: components["schemas"]["CustomAuthOpts"];
            /** @description What can be done with it. */
            support: components["schemas"]["Support"];
            /** @description A call that tells whether credentials work. */
            authHealthCheck?: {
                /** @description Its address. */
                url: string;
                /** @description Its HTTP method. */
                method?: string;
                /** @description The statuses that mean yes. */
                successStatusCodes?: number[];
            };
            /** @description Whether something must be looked up once the connection works. */
            postAuthInfoNeeded?: boolean;
            /** @description Its pictures. */
            media?: {
                /** @description On light ground. */
                regular?: {
                    /** @description A square picture. */
                    iconURL?: string;
                    /** @description A wide picture. */
                    logoURL?: string;
                };
                /** @description On dark ground. */
                darkMode?: {
                    /** @description A square picture. */
                    iconURL?: string;
                    /** @description A wide picture. */
                    logoURL?: string;
                };
            };
            /** @description What it is filed under. */
            labels?: {
                [key: string]: string;
            };
            /** @description What must be set up before subscribing. */
            subscribeRequirements?: {
                [key: string]: boolean;
            };
            /** @description Parts of its API that are connected separately, by name. */
            modules?: {
                [key: string]: components["schemas"]["ModuleInfo"];
            };
            /** @description Its settings. */
            metadata?: {
                /** @description What the end user is asked for. */
                input?: components["schemas"]["MetadataItemInput"][];
                /** @description What is looked up once the connection works. */
                postAuthentication?: {
                    /** @description Its name. */
                    name: string;
                    /** @description The modules that need it. */
                    moduleDependencies?: {
                        [key: string]: Record<string, never>;
                    };
                }[];
            };
            /** @description What a provider app may be told. */
            providerAppMetadata?: {
                /** @description Parameters to add where users authorize. */
                authQueryParams?: components["schemas"]["MetadataItemInput"][];
                /** @description What else the provider wants to know of the app. */
                providerParams?: components["schemas"]["MetadataItemInput"][];
            };
        };
        /** @description What is known of an account at a provider, by name. */
        ProviderMetadata: {
            [key: string]: {
                /** @description The value. */
                value: string;
                /**
                 * @description Where the value comes from: the end user, the token, or the provider.
                 * @enum {string}
                 */
                source: "input" | "token" | "provider";
                /** @description Its name, for people. */
                displayName?: string;
            };
        };
        /** @description How one object is read for a customer. */
        ReadConfigObject: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName?: string;
            /**
             * @description When to read: a cron expression of five fields, in UTC.
             * @example *\/30 * * * *
             */
            schedule?: string;
            /** @description Whether it is switched off. */
            disabled?: boolean;
            /**
             * @description The name of the destination that messages go to.
             * @example crm-webhook
             */
            destination?: string;
            /** @description Optional fields, by name: whether the end user chose them. */
            selectedFields?: {
                [key: string]: boolean;
            };
            /** @description For each mapped field: the provider’s value → your value. */
            selectedValueMappings?: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            /** @description Mappings that your page asked for, beside those of the manifest. */
            dynamicMappingsInput?: components["schemas"]["DynamicMappingsInputEntry"][];
            /** @description Your name of a field → the provider’s field that the end user chose. */
            selectedFieldMappings?: {
                [key: string]: string;
            };
            /**
             * @description `all` chooses every optional field.
             * @constant
             */
            selectedFieldsAuto?: "all";
            /** @description What of the past is read first. */
            backfill?: components["schemas"]["BackfillConfig"];
            /** @description Only records that match all of these are read. */
            fieldFilters?: components["schemas"]["ReadFilter"][];
        };
        /** @description A condition that records must match. */
        ReadFilter: {
            /**
             * @description What the provider calls the field.
             * @example LastName
             */
            fieldName: string;
            /**
             * @description How to compare.
             * @constant
             */
            operator: "eq";
            /** @description The value. */
            value?: unknown;
        };
        /** @description That the tokens of the connection could not be renewed; gone once they are. */
        RefreshFailure: {
            /** @description How often they could not be renewed since it last worked. */
            failuresInARow: number;
            /** @description What the provider answered last. */
            detail: string;
            /**
             * Format: date-time
             * @description When that was.
             */
            time?: string;
            /**
             * Format: date-time
             * @description When they are renewed again, unless they are used before.
             */
            retryTime?: string;
        };
        /** @description Deliveries that are sent again. */
        Replay: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example rpl_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /** @description Where it stands. */
            status: components["schemas"]["ReplayStatus"];
            /** @description Which deliveries are sent again. */
            filter: components["schemas"]["ReplayFilter"];
            /** @description How many deliveries are sent again. */
            total: number;
            /** @description How many have been. */
            replayed: number;
            /** @description How many to send in a second at most. */
            perSecond: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description Which deliveries are sent again: those to which all of it applies. */
        ReplayFilter: {
            /**
             * @description The destination.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            destinationId?: string;
            /** @description Only events of these types. */
            eventTypes?: components["schemas"]["MessageType"][];
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "failed" | "delivered" | "cancelled";
            /**
             * Format: date-time
             * @description Only what happened at this time or later.
             */
            from?: string;
            /**
             * Format: date-time
             * @description Only what happened before this time.
             */
            to?: string;
        };
        /**
         * @description Where a replay stands.
         * @enum {string}
         */
        ReplayStatus: "running" | "done" | "cancelled";
        /** @description What one deploy declared. It never changes. */
        Revision: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example rev_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The version of the manifest’s format.
             * @example 1.0.0
             */
            specVersion: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /** @description What is declared. */
            content: components["schemas"]["ManifestIntegration"];
        };
        /** @description What differs between two revisions at one path. */
        RevisionChange: {
            /** @description Where it is in the reply. */
            path: string;
            /** @description The value in the one revision. */
            before?: unknown;
            /** @description The value in the other. */
            after?: unknown;
        };
        /** @description A live record with the fields that were asked for. */
        SampleRecord: {
            /** @description Its fields, by the provider’s name. */
            fields: {
                [key: string]: unknown;
            };
        };
        /** @description The records that were found. */
        SearchReply: {
            /** @description One page of the records. */
            result: {
                /** @description The record’s ID at the provider. */
                id?: string;
                /** @description By the provider’s names. */
                fields: {
                    [key: string]: unknown;
                };
                /** @description By the builder’s names. */
                mappedFields: {
                    [key: string]: unknown;
                };
                /** @description As the provider answers it. */
                raw: {
                    [key: string]: unknown;
                };
            }[];
        };
        /** @description Which records to find. */
        SearchRequest: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /** @description All of them hold. */
            fieldFilters: {
                /**
                 * @description The provider’s name of the field, or the builder’s for a mapped one.
                 * @example LastName
                 */
                fieldName: string;
                /**
                 * @description How to compare.
                 * @constant
                 */
                operator: "eq";
                /** @description The value. */
                value: string | number | boolean;
            }[];
        };
        /** @description What a text or a choice may hold. */
        StringFieldOptions: {
            /** @description How many characters a value has at most. */
            length?: number;
            /** @description A regular expression that values match. */
            pattern?: string;
            /** @description The options to choose from. Options that are there already stay. */
            values?: string[];
            /** @description Whether a value must be one of the options. */
            valuesRestricted?: boolean;
            /** @description What a new record holds. */
            defaultValue?: string;
        };
        /** @description How changes of one object are told of for a customer. */
        SubscribeConfigObject: {
            /** @description Whether fields and mappings are those of reading. */
            inheritFieldsAndMappings: boolean;
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /**
             * @description The name of the destination that messages go to.
             * @example crm-webhook
             */
            destination: string;
            /** @description Whether created records are told of. */
            createEvent?: {
                /**
                 * @description Whether it is switched on.
                 * @enum {string}
                 */
                enabled: "always" | "never";
            };
            /** @description Whether changed records are told of. */
            updateEvent?: {
                /**
                 * @description Whether it is switched on.
                 * @enum {string}
                 */
                enabled: "always" | "never";
                /**
                 * @description Which fields count as a change of the record.
                 * @constant
                 */
                watchFieldsAuto?: "all";
                /** @description The fields whose change is told of. */
                requiredWatchFields?: string[];
            };
            /** @description Whether deleted records are told of. */
            deleteEvent?: {
                /**
                 * @description Whether it is switched on.
                 * @enum {string}
                 */
                enabled: "always" | "never";
            };
            /** @description Further events, as the provider names them. */
            otherEvents?: string[];
            /** @description Choices that only some providers have. */
            providerOptions?: {
                /** @description Spares the provider’s quota where it can. */
                quotaOptimization?: {
                    /** @description Whether it is switched on. */
                    enabled: boolean;
                };
            };
        };
        /** @description What this server can do with a provider. */
        Support: {
            /** @description Writing many records in one call. */
            bulkWrite: {
                /** @description Creating records. */
                insert: boolean;
                /** @description Updating records. */
                update: boolean;
                /** @description Creating or updating, whichever fits. */
                upsert: boolean;
                /** @description Deleting records. */
                delete: boolean;
            };
            /** @description Whether calls may be passed through to the provider. */
            proxy: boolean;
            /** @description What is read. */
            read: boolean;
            /** @description Which changes are subscribed to. */
            subscribe: boolean;
            /** @description What may be written. */
            write: boolean;
            /** @description Deleting records. */
            delete: boolean;
            /** @description Searching records. */
            search: {
                /** @description How a search may compare. */
                operators: {
                    /** @description By equality. */
                    equals: boolean;
                };
            };
            /** @description Whether fields can be made in the account of a customer. */
            customFields?: boolean;
            /** @description Which changes can be subscribed to. */
            subscribeSupport?: {
                /** @description Created records. */
                create?: boolean;
                /** @description Updating records. */
                update?: boolean;
                /** @description Deleting records. */
                delete?: boolean;
                /** @description Events as the provider sends them. */
                passThrough?: boolean;
            };
        };
        /** @description Where events of several types come together. */
        Topic: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description Its name.
             * @example lifecycle
             */
            name: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
            /**
             * Format: date-time
             * @description When it was last changed; missing until then.
             */
            updateTime?: string;
        };
        /** @description Sends a topic’s messages to a destination. */
        TopicDestinationRoute: {
            /**
             * @description Identifies the record. Opaque; it sorts by creation.
             * @example tdr_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            id: string;
            /**
             * @description The topic.
             * @example top_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            topicId: string;
            /**
             * @description The destination.
             * @example dest_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            destinationId: string;
            /**
             * @description The project that it belongs to, by its ID.
             * @example proj_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            projectId: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createTime: string;
        };
        /** @description Fields that a group’s account shall have. */
        UpsertMetadataRequest: {
            /**
             * @description Your own reference to a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef: string;
            /** @description By object, the fields it shall have. */
            fields: {
                [key: string]: components["schemas"]["FieldDefinition"][];
            };
        };
        /** @description What became of every field. */
        UpsertMetadataResponse: {
            /** @description Whether every field is now as asked. */
            success: boolean;
            /** @description Its fields, by the provider’s name. */
            fields: {
                [key: string]: {
                    [key: string]: components["schemas"]["FieldUpsertResult"];
                };
            };
            /**
             * @description The operation that did it, with its log; an installation’s only.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId?: string;
        };
        /** @description Headers, by name. */
        WebhookHeaders: {
            [key: string]: string;
        };
        /** @description A relation to a record that exists. */
        WriteAssociation: {
            /** @description The other end. */
            to: {
                /** @description The record to relate to. */
                id: string;
                /**
                 * @description Its object, where the provider does not find out by itself.
                 * @example Contact
                 */
                objectName?: string;
            };
            /** @description The labels of the relation, where the provider has them. */
            types?: {
                /** @description Such as `HUBSPOT_DEFINED`. */
                associationCategory: string;
                /** @description The provider’s number of the label. */
                associationTypeId: number;
            }[];
            /**
             * @description The field that holds the relation, where relations are fields.
             * @example LastName
             */
            fieldName?: string;
        };
        /** @description How one object is written for a customer. */
        WriteConfigObject: {
            /**
             * @description What the provider calls the object, such as `Contact`.
             * @example Contact
             */
            objectName: string;
            /** @description Whether records may be deleted. */
            deletionSettings?: {
                /** @description Whether it is switched on. */
                enabled: boolean;
            };
            /** @description Values for fields that a write leaves out, by field. */
            selectedValueDefaults?: {
                [key: string]: {
                    /** @description The value. */
                    value: string | number | boolean;
                    /**
                     * @description Whether the default counts when a record is updated too.
                     * @enum {string}
                     */
                    applyOnUpdate?: "always" | "never";
                };
            };
            /** @description How each field is written. */
            selectedFieldSettings?: {
                [key: string]: {
                    /** @description The default. */
                    default?: {
                        /** @description A text. */
                        stringValue?: string;
                        /** @description A whole number. */
                        integerValue?: number;
                        /** @description True or false. */
                        booleanValue?: boolean;
                    };
                    /**
                     * @description Whether the field is written when a record is created.
                     * @enum {string}
                     */
                    writeOnCreate?: "always" | "never";
                    /**
                     * @description Whether the field is written when a record is updated.
                     * @enum {string}
                     */
                    writeOnUpdate?: "always" | "never" | "ifEmpty";
                };
            };
        };
        /** @description What became of a write. */
        WriteReply: {
            /**
             * @description The operation: one run of a read.
             * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
             */
            operationId: string;
            /** @description Of a single record. */
            result?: components["schemas"]["WriteResult"];
            /** @description Of a batch: how many records were written. */
            successCount?: number;
            /** @description Of a batch: how many were not. */
            failureCount?: number;
            /** @description Of a batch, in the order of the records. */
            results?: components["schemas"]["WriteResult"][];
            /** @description Why records were not written. */
            errors?: {
                /** @description What it says. */
                message: string;
            }[];
            /** @description What was done otherwise than asked. */
            warnings?: {
                /** @description What it says. */
                message: string;
            }[];
        };
        /** @description What to write, and how. */
        WriteRequest: {
            /**
             * @description Your own reference to a customer: a company, team or workspace.
             * @example customer-7
             */
            groupRef: string;
            /**
             * @description What to do with the records.
             * @enum {string}
             */
            type: "create" | "update" | "delete";
            /**
             * @description Whether to wait for the outcome, or to be told by `write.async.done`.
             * @default synchronous
             * @enum {string}
             */
            mode?: "synchronous" | "asynchronous";
            /**
             * @description Values by field: the builder’s names where the object inherits its mapping, else the provider’s. `id` names the record to update or delete.
             * @example {
             *       "LastName": "Ivanova",
             *       "Email": "sofia@globex.example"
             *     }
             */
            record?: {
                [key: string]: unknown;
            };
            /** @description Several records in place of one. */
            batch?: {
                /**
                 * @description Values by field: the builder’s names where the object inherits its mapping, else the provider’s. `id` names the record to update or delete.
                 * @example {
                 *       "LastName": "Ivanova",
                 *       "Email": "sofia@globex.example"
                 *     }
                 */
                record: {
                    [key: string]: unknown;
                };
                /** @description Existing records to relate it to. */
                associations?: components["schemas"]["WriteAssociation"][];
            }[];
            /** @description Of a batch. */
            batchPolicy?: {
                /**
                 * @description Whether either all records are written or none.
                 * @default false
                 */
                allOrNone?: boolean;
            };
            /** @description Existing records to relate it to. */
            associations?: components["schemas"]["WriteAssociation"][];
            /** @description Further headers for the provider, such as those that switch off duplicate rules. */
            headers?: {
                /** @description Its name. */
                key: string;
                /** @description The value. */
                value: string;
            }[];
            /** @description Of an asynchronous write. */
            retryPolicy?: {
                /**
                 * @description For how long it is tried again while the provider is away.
                 * @default 1
                 */
                deadlineHours?: number;
            };
            /** @description Of an asynchronous write: gathers it with others into one call of the provider. */
            autoBatchPolicy?: {
                /** @description For how long it may wait for others like it. */
                maxDelayMinutes: number;
                /**
                 * @description For how long it is tried again while the provider is away.
                 * @default 1
                 */
                retryDeadlineHours?: number;
            };
        };
        /** @description What became of one record. */
        WriteResult: {
            /** @description Whether it was written. */
            success: boolean;
            /** @description The record’s ID at the provider. */
            recordId?: string;
            /** @description The record as the provider answers it, when it does. */
            data?: {
                [key: string]: unknown;
            };
        };
    };
    responses: {
        /** @description `api-key-not-found`: There is no such API key. `project-not-found`: There is no such project. */
        "api-key-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `backfill-not-found`: The object has no backfill. `installation-not-found`: There is no such installation. `integration-not-found`: There is no such integration. `project-not-found`: There is no such project. */
        "backfill-not-found.installation-not-found.integration-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `bearer-required`: This operation accepts a Bearer token only. `credential-invalid`: The credential is not valid. `credential-missing`: A credential is required. */
        "bearer-required.credential-invalid.credential-missing": {
            headers: {
                /** @description Which credential is wanted. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `body-too-large`: The body is too large. */
        "body-too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `builder-not-found`: There is no such builder. `org-not-found`: There is no such organization. */
        "builder-not-found.org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connect-session-not-found`: There is no such connect session. `project-not-found`: There is no such project. */
        "connect-session-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-in-use`: An installation uses the connection. */
        "connection-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `connection-missing`: The group has no connection. `idempotency-key-reused`: The Idempotency-Key was used for another request. `sample-read-failed`: The provider refused a read of the selected fields. */
        "connection-missing.idempotency-key-reused.sample-read-failed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `connection-missing`: The group has no connection. `sample-read-failed`: The provider refused a read of the selected fields. */
        "connection-missing.sample-read-failed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `connection-not-found`: There is no such connection. `integration-not-found`: There is no such integration. `object-not-found`: The provider has no such object. `project-not-found`: There is no such project. */
        "connection-not-found.integration-not-found.object-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-not-found`: There is no such connection. `integration-not-found`: There is no such integration. `project-not-found`: There is no such project. `revision-not-found`: There is no such revision. */
        "connection-not-found.integration-not-found.project-not-found.revision-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-not-found`: There is no such connection. `object-not-found`: The provider has no such object. `project-not-found`: There is no such project. `provider-not-found`: There is no such provider. */
        "connection-not-found.object-not-found.project-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-not-found`: There is no such connection. `project-not-found`: There is no such project. */
        "connection-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `connection-not-found`: There is no such connection. `project-not-found`: There is no such project. `provider-not-found`: There is no such provider. */
        "connection-not-found.project-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `consumer-not-found`: There is no such consumer. `project-not-found`: There is no such project. */
        "consumer-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `credential-invalid`: The credential is not valid. `credential-missing`: A credential is required. */
        "credential-invalid.credential-missing": {
            headers: {
                /** @description Which credential is wanted. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `credentials-refused`: The provider refused the credentials. */
        "credentials-refused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `credentials-refused`: The provider refused the credentials. `idempotency-key-reused`: The Idempotency-Key was used for another request. */
        "credentials-refused.idempotency-key-reused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `credentials-refused`: The provider refused the credentials. `idempotency-key-reused`: The Idempotency-Key was used for another request. `write-refused`: The provider refused what was to be written. */
        "credentials-refused.idempotency-key-reused.write-refused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `deletion-not-enabled`: The installation does not allow deleting records. `permission-missing`: The credential does not allow this. */
        "deletion-not-enabled.permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `deliveries-pending`: Deliveries to the destination are pending. */
        "deliveries-pending": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `delivery-in-progress`: The delivery is being made already. `idempotency-key-in-use`: A request with this Idempotency-Key is still running. */
        "delivery-in-progress.idempotency-key-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `delivery-not-found`: There is no such delivery. `destination-not-found`: There is no such destination. `project-not-found`: There is no such project. */
        "delivery-not-found.destination-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `delivery-not-found`: There is no such delivery. `project-not-found`: There is no such project. */
        "delivery-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-name-taken`: A destination has this name already. */
        "destination-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-name-taken`: A destination has this name already. `idempotency-key-in-use`: A request with this Idempotency-Key is still running. */
        "destination-name-taken.idempotency-key-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-not-found`: There is no such destination. `project-not-found`: There is no such project. */
        "destination-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-not-found`: There is no such destination. `project-not-found`: There is no such project. `topic-not-found`: There is no such topic. */
        "destination-not-found.project-not-found.topic-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `destination-unreachable`: The destination did not accept a message. `idempotency-key-reused`: The Idempotency-Key was used for another request. */
        "destination-unreachable.idempotency-key-reused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `domain-claimed`: Another organization has claimed the domain. `idempotency-key-in-use`: A request with this Idempotency-Key is still running. */
        "domain-claimed.idempotency-key-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `domain-not-found`: Nobody has claimed the domain. */
        "domain-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `domain-not-proven`: Nothing proves that the domain is yours. `invalid-input`: The request is not valid. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. */
        "domain-not-proven.invalid-input.malformed-json.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `email-not-verified`: The email address has yet to be confirmed. */
        "email-not-verified": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `email-not-verified`: The email address has yet to be confirmed. `owner-required`: The org:owner permission is required. */
        "email-not-verified.owner-required": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `event-not-found`: There is no such event. `project-not-found`: There is no such project. */
        "event-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `fields-refused`: The provider refused the fields. `invalid-input`: The request is not valid. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. `provider-not-supported`: The provider is not supported for this. */
        "fields-refused.invalid-input.malformed-json.malformed-request.provider-not-supported": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `group-not-found`: There is no such group. `project-not-found`: There is no such project. */
        "group-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `headers-too-large`: The request headers are too large. */
        "headers-too-large": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is still running. */
        "idempotency-key-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is still running. `installation-exists`: The group has installed the integration already. */
        "idempotency-key-in-use.installation-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is still running. `object-paused`: The object is paused. */
        "idempotency-key-in-use.object-paused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is still running. `operation-ended`: The operation has ended already. */
        "idempotency-key-in-use.operation-ended": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is still running. `route-exists`: The route exists already. */
        "idempotency-key-in-use.route-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-in-use`: A request with this Idempotency-Key is still running. `topic-name-taken`: A topic has this name already. */
        "idempotency-key-in-use.topic-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. */
        "idempotency-key-reused": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `integration-name-taken`: An integration has this name already. `manifest-invalid`: platform.yaml is not valid. */
        "idempotency-key-reused.integration-name-taken.manifest-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `manifest-invalid`: platform.yaml is not valid. */
        "idempotency-key-reused.manifest-invalid": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `project-name-taken`: A project has this name already. */
        "idempotency-key-reused.project-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `provider-app-exists`: The provider has an app already. */
        "idempotency-key-reused.provider-app-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `idempotency-key-reused`: The Idempotency-Key was used for another request. `provider-app-missing`: The provider has no app configured. */
        "idempotency-key-reused.provider-app-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `installation-not-found`: There is no such installation. `integration-not-found`: There is no such integration. `object-not-found`: The provider has no such object. `project-not-found`: There is no such project. */
        "installation-not-found.integration-not-found.object-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `installation-not-found`: There is no such installation. `integration-not-found`: There is no such integration. `project-not-found`: There is no such project. */
        "installation-not-found.integration-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `integration-not-found`: There is no such integration. `project-not-found`: There is no such project. */
        "integration-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `integration-not-found`: There is no such integration. `project-not-found`: There is no such project. `revision-not-found`: There is no such revision. */
        "integration-not-found.project-not-found.revision-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `internal`: Something went wrong here. */
        internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `invite-exists`: The person is invited already. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. `membership-exists`: The builder is already a member. */
        "invalid-input.invite-exists.malformed-json.malformed-request.membership-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `invite-not-pending`: The invite is no longer pending. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. */
        "invalid-input.invite-not-pending.malformed-json.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. */
        "invalid-input.malformed-json.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. `membership-exists`: The builder is already a member. */
        "invalid-input.malformed-json.malformed-request.membership-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. `object-not-installed`: The installation does not read the object. */
        "invalid-input.malformed-json.malformed-request.object-not-installed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `malformed-json`: The body is not JSON. `malformed-request`: The request is not HTTP that can be read. `provider-not-supported`: The provider is not supported for this. */
        "invalid-input.malformed-json.malformed-request.provider-not-supported": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invalid-input`: The request is not valid. `malformed-request`: The request is not HTTP that can be read. */
        "invalid-input.malformed-request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `invite-not-found`: There is no such invite. */
        "invite-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `invite-not-found`: There is no such invite. `org-not-found`: There is no such organization. */
        "invite-not-found.org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `jwt-key-not-found`: There is no such JWT key. `project-not-found`: There is no such project. */
        "jwt-key-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `last-owner`: The organization needs an owner. */
        "last-owner": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `membership-not-found`: The builder is not a member. `org-not-found`: There is no such organization. */
        "membership-not-found.org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `not-acceptable`: The wanted media type is not available. */
        "not-acceptable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `notification-route-not-found`: There is no such route. `project-not-found`: There is no such project. */
        "notification-route-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `operation-not-found`: There is no such operation. `project-not-found`: There is no such project. */
        "operation-not-found.project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `org-not-found`: There is no such organization. */
        "org-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `owner-required`: The org:owner permission is required. */
        "owner-required": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `owner-required`: The org:owner permission is required. `permission-missing`: The credential does not allow this. */
        "owner-required.permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `permission-missing`: The credential does not allow this. */
        "permission-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `permission-missing`: The credential does not allow this. `provider-permission-missing`: The provider denies the connected user the permission. `sign-in-again`: The provider no longer accepts the connection’s credentials. */
        "permission-missing.provider-permission-missing.sign-in-again": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `precondition-failed`: It has changed since it was read. */
        "precondition-failed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description Any other failure. */
        problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-in-use`: The project has installations. */
        "project-in-use": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `project-name-taken`: A project has this name already. */
        "project-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. */
        "project-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. `provider-app-not-found`: There is no such provider app. */
        "project-not-found.provider-app-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. `provider-app-not-found`: There is no such provider app. `provider-not-found`: There is no such provider. */
        "project-not-found.provider-app-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. `provider-not-found`: There is no such provider. */
        "project-not-found.provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. `replay-not-found`: There is no such replay. */
        "project-not-found.replay-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `project-not-found`: There is no such project. `topic-not-found`: There is no such topic. */
        "project-not-found.topic-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `provider-app-exists`: The provider has an app already. */
        "provider-app-exists": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `provider-app-missing`: The provider has no app configured. */
        "provider-app-missing": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InputValidationProblem"];
            };
        };
        /** @description `provider-not-found`: There is no such provider. */
        "provider-not-found": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `provider-refused`: The provider refused the request. `provider-unavailable`: The provider did not answer. */
        "provider-refused.provider-unavailable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `provider-unavailable`: The provider did not answer. */
        "provider-unavailable": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `provider-unavailable`: The provider did not answer. `write-outcome-unknown`: It is not known whether the record was written. */
        "provider-unavailable.write-outcome-unknown": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `request-timeout`: The request took too long to arrive. */
        "request-timeout": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `too-many-requests`: Too many requests. */
        "too-many-requests": {
            headers: {
                /** @description In how many seconds to try again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `topic-name-taken`: A topic has this name already. */
        "topic-name-taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `unavailable`: The service is not available at the moment. */
        unavailable: {
            headers: {
                /** @description In how many seconds to try again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
        /** @description `unsupported-media-type`: The media type of the body is not supported. */
        "unsupported-media-type": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["ApiProblem"];
            };
        };
    };
    parameters: {
        /** @description The same key and body replay the first reply for 24 hours. */
        IdempotencyKey: string;
        /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
        IfMatch: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Only keys that are accepted, or only others. */
                active?: boolean;
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "maskedKey": "plat_full_…x7Qa",
                     *         "label": "Production",
                     *         "scopes": [
                     *           "text"
                     *         ],
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "active": true,
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Production",
                 *       "scopes": [
                 *         "full"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A name for people.
                     * @example Production
                     */
                    label: string;
                    /**
                     * @description `full` for servers; `frontend` for what the UI library needs.
                     * @default [
                     *       "full"
                     *     ]
                     */
                    scopes?: ("full" | "frontend")[];
                    /**
                     * Format: date-time
                     * @description When it ends by itself.
                     */
                    expireTime?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "key": "plat_full_…",
                     *       "maskedKey": "plat_full_…x7Qa",
                     *       "label": "Production",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "active": true,
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The ID of the key, never the key itself. */
                apiKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "key": "plat_full_…",
                     *       "maskedKey": "plat_full_…x7Qa",
                     *       "label": "Production",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "active": true,
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["api-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The ID of the key, never the key itself. */
                apiKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["api-key-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The ID of the key, never the key itself. */
                apiKey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "label"
                 *       ],
                 *       "apiKey": {
                 *         "label": "Staging"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values. */
                    apiKey: {
                        /**
                         * @description A name for people.
                         * @example Production
                         */
                        label?: string;
                        /** @description Whether it is accepted. */
                        active?: boolean;
                        /** @description What it was granted. */
                        scopes?: ("full" | "frontend")[];
                        /** @description When it ends by itself. */
                        expireTime?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "key": "plat_full_…",
                     *       "maskedKey": "plat_full_…x7Qa",
                     *       "label": "Production",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "active": true,
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "lastUseTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["api-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    checkClaimedDomain: {
        parameters: {
            query: {
                /** @description The domain of email addresses, such as `acme.example`. */
                domain: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "id",
                     *       "parentType": "parentType",
                     *       "parentId": "parentId",
                     *       "domain": "acme.example"
                     *     }
                     */
                    "application/json": components["schemas"]["ClaimedDomainResponse"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["domain-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    claimDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "acme.example",
                 *       "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "parentType": "org"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The domain of email addresses, such as `acme.example`.
                     * @example acme.example
                     */
                    domain: string;
                    /**
                     * @description The organization that it belongs to.
                     * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    parentId: string;
                    /**
                     * @description What kind of record it belongs to.
                     * @constant
                     */
                    parentType: "org";
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "id",
                     *       "parentType": "parentType",
                     *       "parentId": "parentId",
                     *       "domain": "acme.example"
                     *     }
                     */
                    "application/json": components["schemas"]["ClaimedDomainResponse"];
                };
            };
            400: components["responses"]["domain-not-proven.invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["domain-claimed.idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOrgClaimedDomains: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "id",
                     *         "parentType": "parentType",
                     *         "parentId": "parentId",
                     *         "domain": "acme.example"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ClaimedDomainResponse"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    oauthConnect: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "projectIdOrName": "acme-crm",
                 *       "provider": "salesforce",
                 *       "groupRef": "customer-7",
                 *       "groupName": "Globex",
                 *       "consumerRef": "user-42",
                 *       "consumerName": "Hank Scorpio"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The project, by its ID or its name.
                     * @example acme-crm
                     */
                    projectIdOrName: string;
                    /**
                     * @description The provider, as the catalogue names it.
                     * @example salesforce
                     */
                    provider: string;
                    /**
                     * @description Your own reference to a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /**
                     * @description The customer’s name, for people to read; stays as it was when left out.
                     * @example Globex
                     */
                    groupName?: string;
                    /**
                     * @description Your own reference to an end user.
                     * @example user-42
                     */
                    consumerRef: string;
                    /**
                     * @description The end user’s name, for people to read; stays as it was when left out.
                     * @example Hank Scorpio
                     */
                    consumerName?: string;
                    /**
                     * @description The customer’s workspace at the provider, such as the subdomain in its URLs.
                     * @example globex
                     */
                    providerWorkspaceRef?: string;
                    /** @description What else is known of the account at the provider. */
                    providerMetadata?: components["schemas"]["ProviderMetadata"];
                    /** @description The provider app; the provider’s default one when left out. */
                    providerAppId?: string;
                    /** @description Accepted for existing clients, and always so: the flow belongs to the browser that began it. */
                    enableCSRFProtection?: boolean;
                    /** @description Whether the end user may sign in to another account than the connected one. What was read is then read anew. */
                    changeAccount?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.provider-app-missing"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getConnectSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connect session, as the `X-Connect-Session` header named it. */
                connectSessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "csn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "provider": "salesforce",
                     *       "connectionId": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "error": "error",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "expireTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectSession"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["connect-session-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description The provider, as the catalogue names it. */
                provider?: string;
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
                /** @description Your own reference to an end user. */
                consumerRef?: string;
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Connection"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getConnection: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
                /** @description Whether the reply tells tokens and keys. Needs `connection:write`. */
                includeCreds?: boolean;
                /** @description Whether it tells the refresh token as well. */
                includeRefreshToken?: boolean;
                /** @description Refreshes the access token first: always, or only when it has expired. */
                refresh?: "force" | "ifExpired";
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "provider": "salesforce",
                     *       "providerApp": {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "clientId": "3MVG9acmeClient",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "consumer": {
                     *         "consumerRef": "user-42",
                     *         "consumerName": "Hank Scorpio",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "providerWorkspaceRef": "globex",
                     *       "providerConsumerRef": "providerConsumerRef",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "authScheme": "none",
                     *       "status": "created",
                     *       "oauth2AuthorizationCode": {},
                     *       "apiKey": "apiKey",
                     *       "providerMetadata": {},
                     *       "refreshFailure": {
                     *         "failuresInARow": 1,
                     *         "detail": "detail"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteConnection: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["connection-in-use"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateConnection: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "providerWorkspaceRef"
                 *       ],
                 *       "connection": {
                 *         "providerWorkspaceRef": "globex-europe"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: ("providerWorkspaceRef" | "providerMetadata" | "apiKey" | "customAuth" | "basicAuth" | "oauth2ClientCredentials" | "oauth2PasswordCredentials" | "oauth2AuthorizationCode")[];
                    /** @description The new values. */
                    connection: {
                        /**
                         * @description The provider’s name in the catalogue, such as `salesforce`.
                         * @example salesforce
                         */
                        provider?: string;
                        /**
                         * @description Your own reference to a customer: a company, team or workspace.
                         * @example customer-7
                         */
                        groupRef?: string;
                        /**
                         * @description The customer’s name, for people to read; stays as it was when left out.
                         * @example Globex
                         */
                        groupName?: string;
                        /**
                         * @description Your own reference to an end user.
                         * @example user-42
                         */
                        consumerRef?: string;
                        /**
                         * @description The end user’s name, for people to read; stays as it was when left out.
                         * @example Hank Scorpio
                         */
                        consumerName?: string;
                        /**
                         * @description The customer’s workspace at the provider, such as the subdomain in its URLs.
                         * @example globex
                         */
                        providerWorkspaceRef?: string;
                        /** @description What else is known of the account at the provider. */
                        providerMetadata?: components["schemas"]["ProviderMetadata"];
                        /** @description The API key at the provider. */
                        apiKey?: string;
                        /** @description What the provider’s own scheme asks for, by name. */
                        customAuth?: {
                            [key: string]: unknown;
                        };
                        /** @description User name and password for HTTP Basic authentication. */
                        basicAuth?: {
                            /** @description The user name. */
                            username: string;
                            /** @description The password. */
                            password: string;
                        };
                        /** @description A client that gets tokens for itself. */
                        oauth2ClientCredentials?: {
                            /**
                             * @description The client ID of the OAuth client.
                             * @example 3MVG9acmeClient
                             */
                            clientId: string;
                            /**
                             * @description The client’s secret. It is written and never read.
                             * @example a-long-secret
                             */
                            clientSecret: string;
                            /** @description What it was granted. */
                            scopes?: string[];
                        };
                        /** @description A client and a user’s password, exchanged for tokens. */
                        oauth2PasswordCredentials?: {
                            /** @description The user name. */
                            username: string;
                            /** @description The password. */
                            password: string;
                            /**
                             * @description The client ID of the OAuth client.
                             * @example 3MVG9acmeClient
                             */
                            clientId: string;
                            /**
                             * @description The client’s secret. It is written and never read.
                             * @example a-long-secret
                             */
                            clientSecret: string;
                            /** @description What it was granted. */
                            scopes?: string[];
                        };
                        /** @description Tokens that the end user’s authorization gave. */
                        oauth2AuthorizationCode?: components["schemas"]["Oauth2AuthorizationCode"];
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "provider": "salesforce",
                     *       "providerApp": {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "clientId": "3MVG9acmeClient",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "consumer": {
                     *         "consumerRef": "user-42",
                     *         "consumerName": "Hank Scorpio",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "providerWorkspaceRef": "globex",
                     *       "providerConsumerRef": "providerConsumerRef",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "authScheme": "none",
                     *       "status": "created",
                     *       "oauth2AuthorizationCode": {},
                     *       "apiKey": "apiKey",
                     *       "providerMetadata": {},
                     *       "refreshFailure": {
                     *         "failuresInARow": 1,
                     *         "detail": "detail"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    oauthUpdate: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
                /** @description Whether the end user may sign in to another account than the connected one. What was read is then read anew. */
                changeAccount?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The connection. */
                connectionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["connection-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["provider-app-missing"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    generateConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "hubspot",
                 *       "groupRef": "customer-7",
                 *       "groupName": "Globex",
                 *       "consumerRef": "user-42",
                 *       "consumerName": "Hank Scorpio",
                 *       "oauth2AuthorizationCode": {
                 *         "accessToken": {
                 *           "token": "the-access-token"
                 *         },
                 *         "refreshToken": {
                 *           "token": "the-refresh-token"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GenerateConnectionRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "provider": "salesforce",
                     *       "providerApp": {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "clientId": "3MVG9acmeClient",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "consumer": {
                     *         "consumerRef": "user-42",
                     *         "consumerName": "Hank Scorpio",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "providerWorkspaceRef": "globex",
                     *       "providerConsumerRef": "providerConsumerRef",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "authScheme": "none",
                     *       "status": "created",
                     *       "oauth2AuthorizationCode": {},
                     *       "apiKey": "apiKey",
                     *       "providerMetadata": {},
                     *       "refreshFailure": {
                     *         "failuresInARow": 1,
                     *         "detail": "detail"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Connection"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
                /** @description Its kind. */
                type?: components["schemas"]["MessageType"];
                /** @description The destination. */
                destinationId?: string;
                /** @description Where it stands. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Only what happened at this time or later. */
                from?: string;
                /** @description Only what happened before this time. */
                to?: string;
                /** @description The event. */
                eventId?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "eventType": "connection.created",
                     *         "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "pending",
                     *         "attempts": 1,
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Delivery"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "nextAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastError": "lastError"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["delivery-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listAttempts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "number": 1,
                     *         "time": "2026-01-15T09:30:00Z",
                     *         "durationMs": 1,
                     *         "succeeded": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Attempt"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["delivery-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The delivery. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "nextAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastAttemptTime": "2026-01-15T09:30:00Z",
                     *       "lastError": "lastError"
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["delivery-not-found.destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["delivery-in-progress.idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "failed",
                 *       "from": "2026-01-15T09:30:00Z",
                 *       "perSecond": 10
                 *     }
                 */
                "application/json": {
                    /** @description The destination. */
                    destinationId?: string;
                    /** @description Only events of these types. */
                    eventTypes?: components["schemas"]["MessageType"][];
                    /**
                     * @description Where it stands.
                     * @enum {string}
                     */
                    status?: "failed" | "delivered" | "cancelled";
                    /**
                     * Format: date-time
                     * @description Only what happened at this time or later.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Only what happened before this time.
                     */
                    to?: string;
                    /** @description How many to send in a second at most. */
                    perSecond?: number;
                    /** @description Only counts what matches. */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1,
                     *       "replay": {
                     *         "id": "rpl_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "running",
                     *         "filter": {
                     *           "status": "failed"
                     *         },
                     *         "total": 1,
                     *         "replayed": 1,
                     *         "perSecond": 1,
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description How many deliveries match. */
                        count: number;
                        /** @description How it goes. */
                        replay?: components["schemas"]["Replay"];
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    testDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The destination, by its ID or its name. */
                destination: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventType": "connection.created"
                 *     }
                 */
                "application/json": {
                    /** @description What happens. */
                    eventType?: components["schemas"]["NotificationEventType"];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "number": 1,
                     *       "time": "2026-01-15T09:30:00Z",
                     *       "durationMs": 1,
                     *       "succeeded": true,
                     *       "error": {
                     *         "class": "timeout",
                     *         "detail": "detail"
                     *       },
                     *       "request": {
                     *         "url": "url",
                     *         "headers": {}
                     *       },
                     *       "response": {
                     *         "status": 1,
                     *         "headers": {},
                     *         "body": "body"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Attempt"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
                /** @description Its kind. */
                type?: components["schemas"]["MessageType"];
                /** @description The destination. */
                destinationId?: string;
                /** @description Where it stands. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Only what happened at this time or later. */
                from?: string;
                /** @description Only what happened before this time. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "type": "connection.created",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "deliveries": [
                     *           {
                     *             "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "eventType": "connection.created",
                     *             "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "status": "pending",
                     *             "attempts": 1,
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Event"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The event. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "type": "connection.created",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "deliveries": [
                     *         {
                     *           "id": "dlv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "eventId": "evt_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "eventType": "connection.created",
                     *           "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "status": "pending",
                     *           "attempts": 1,
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "body": {}
                     *     }
                     */
                    "application/json": components["schemas"]["EventWithBody"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["event-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listReplays: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
                /** @description Where it stands. */
                status?: components["schemas"]["ReplayStatus"];
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "rpl_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "running",
                     *         "filter": {
                     *           "status": "failed"
                     *         },
                     *         "total": 1,
                     *         "replayed": 1,
                     *         "perSecond": 1,
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Replay"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The replay. */
                replayId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "running",
                     *       "filter": {
                     *         "status": "failed"
                     *       },
                     *       "total": 1,
                     *       "replayed": 1,
                     *       "perSecond": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.replay-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    cancelReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The replay. */
                replayId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rpl_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "running",
                     *       "filter": {
                     *         "status": "failed"
                     *       },
                     *       "total": 1,
                     *       "replayed": 1,
                     *       "perSecond": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.replay-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listInstallationsForProject: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "healthStatus": "healthy",
                     *         "connection": {
                     *           "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "provider": "salesforce",
                     *           "group": {
                     *             "groupRef": "customer-7",
                     *             "groupName": "Globex",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "consumer": {
                     *             "consumerRef": "user-42",
                     *             "consumerName": "Hank Scorpio",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "authScheme": "none",
                     *           "status": "created"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "config": {
                     *           "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "createdBy": "api:create-installation",
                     *           "content": {}
                     *         },
                     *         "objects": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Installation"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listInstallations: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "healthStatus": "healthy",
                     *         "connection": {
                     *           "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "provider": "salesforce",
                     *           "group": {
                     *             "groupRef": "customer-7",
                     *             "groupName": "Globex",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "consumer": {
                     *             "consumerRef": "user-42",
                     *             "consumerName": "Hank Scorpio",
                     *             "projectId": "projectId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           },
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "authScheme": "none",
                     *           "status": "created"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "config": {
                     *           "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "createdBy": "api:create-installation",
                     *           "content": {}
                     *         },
                     *         "objects": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Installation"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createInstallation: {
        parameters: {
            query?: {
                /** @description Saves without trying a read of the chosen fields first. */
                skipSampling?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "config": {
                 *         "content": {
                 *           "read": {
                 *             "objects": {
                 *               "Contact": {
                 *                 "selectedFields": {
                 *                   "Title": true
                 *                 }
                 *               }
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Your own reference to a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /** @description The connection. */
                    connectionId?: string;
                    /** @description What is chosen. */
                    config: {
                        /** @description The revision. */
                        revisionId?: string;
                        /**
                         * @description Who saved it.
                         * @default api:create-installation
                         */
                        createdBy?: string;
                        /** @description What the end user chose. */
                        content: components["schemas"]["ConfigContent"];
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "healthStatus": "healthy",
                     *       "lastOperationStatus": "success",
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created"
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "createdBy": "api:create-installation",
                     *       "config": {
                     *         "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "content": {}
                     *       },
                     *       "objects": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.installation-exists"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["connection-missing.idempotency-key-reused.sample-read-failed"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getInstallation: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "healthStatus": "healthy",
                     *       "lastOperationStatus": "success",
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created"
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "createdBy": "api:create-installation",
                     *       "config": {
                     *         "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "content": {}
                     *       },
                     *       "objects": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteInstallation: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateInstallation: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
                /** @description Saves without trying a read of the chosen fields first. */
                skipSampling?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "config.content.read.objects.Contact.selectedFields.Title"
                 *       ],
                 *       "installation": {
                 *         "config": {
                 *           "content": {
                 *             "read": {
                 *               "objects": {
                 *                 "Contact": {
                 *                   "selectedFields": {
                 *                     "Title": true
                 *                   }
                 *                 }
                 *               }
                 *             }
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values. */
                    installation: {
                        /** @description The connection. */
                        connectionId?: string;
                        /** @description What the end user chose. */
                        config?: {
                            /** @description The revision. */
                            revisionId?: string;
                            /**
                             * @description Who saved it.
                             * @example api:create-installation
                             */
                            createdBy?: string;
                            /** @description What the end user chose; the mask says which parts. */
                            content?: {
                                /**
                                 * @description The provider, as the catalogue names it.
                                 * @example salesforce
                                 */
                                provider?: string;
                                /** @description What is read. */
                                read?: {
                                    /** @description The objects. */
                                    objects: {
                                        [key: string]: components["schemas"]["ReadConfigObject"];
                                    };
                                };
                                /** @description What may be written. */
                                write?: {
                                    /** @description The objects. */
                                    objects?: {
                                        [key: string]: components["schemas"]["WriteConfigObject"];
                                    };
                                };
                                /** @description Which changes are subscribed to. */
                                subscribe?: {
                                    /** @description The objects. */
                                    objects: {
                                        [key: string]: components["schemas"]["SubscribeConfigObject"];
                                    };
                                };
                                /** @description Whether calls may be passed through to the provider. */
                                proxy?: {
                                    /** @description Whether it is switched on. */
                                    enabled?: boolean;
                                };
                            };
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "group": {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "healthStatus": "healthy",
                     *       "lastOperationStatus": "success",
                     *       "connection": {
                     *         "id": "conn_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "group": {
                     *           "groupRef": "customer-7",
                     *           "groupName": "Globex",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "consumer": {
                     *           "consumerRef": "user-42",
                     *           "consumerName": "Hank Scorpio",
                     *           "projectId": "projectId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         },
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "authScheme": "none",
                     *         "status": "created"
                     *       },
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "createdBy": "api:create-installation",
                     *       "config": {
                     *         "id": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "revisionId": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "createdBy": "api:create-installation",
                     *         "content": {}
                     *       },
                     *       "objects": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Installation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["connection-missing.sample-read-failed"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "crm",
                     *         "provider": "salesforce",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "latestRevision": {
                     *           "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "specVersion": "1.0.0",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "content": {
                     *             "name": "crm",
                     *             "provider": "salesforce"
                     *           }
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Integration"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "crm-lite",
                 *       "provider": "salesforce",
                 *       "latestRevision": {
                 *         "specVersion": "1.0.0",
                 *         "content": {
                 *           "name": "crm-lite",
                 *           "provider": "salesforce",
                 *           "read": {
                 *             "objects": [
                 *               {
                 *                 "objectName": "Contact",
                 *                 "destination": "crm-webhook",
                 *                 "schedule": "*\/30 * * * *",
                 *                 "requiredFields": [
                 *                   {
                 *                     "fieldName": "LastName"
                 *                   }
                 *                 ]
                 *               }
                 *             ]
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name: string;
                    /**
                     * @description The provider’s name in the catalogue, such as `salesforce`.
                     * @example salesforce
                     */
                    provider: string;
                    /** @description What was deployed last; it decides what runs. */
                    latestRevision: {
                        /**
                         * @description The version of the manifest’s format.
                         * @example 1.0.0
                         */
                        specVersion: string;
                        /** @description What is declared. */
                        content: components["schemas"]["ManifestIntegration"];
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm",
                     *       "provider": "salesforce",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "latestRevision": {
                     *         "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "specVersion": "1.0.0",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "content": {
                     *           "name": "crm",
                     *           "provider": "salesforce"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.integration-name-taken.manifest-invalid"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm",
                     *       "provider": "salesforce",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "latestRevision": {
                     *         "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "specVersion": "1.0.0",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "content": {
                     *           "name": "crm",
                     *           "provider": "salesforce"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listRevisions: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "specVersion": "1.0.0",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "content": {
                     *           "name": "crm",
                     *           "provider": "salesforce"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Revision"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createRevision: {
        parameters: {
            query?: {
                /** @description Whether objects that are no longer declared are paused where they are installed. */
                destructive?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sourceYaml": "specVersion: 1.0.0\nintegrations:\n  - name: crm\n    provider: salesforce\n    read:\n      objects:\n        - objectName: Contact\n          destination: crm-webhook\n          schedule: '*\/30 * * * *'\n          requiredFields:\n            - fieldName: LastName\n          optionalFields:\n            - fieldName: Title\n    write:\n      objects:\n        - objectName: Contact\n"
                 *     }
                 */
                "application/json": {
                    /** @description The text of `platform.yaml`. */
                    sourceYaml: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "specVersion": "1.0.0",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "content": {
                     *         "name": "crm",
                     *         "provider": "salesforce"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Revision"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.manifest-invalid"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    compareRevisions: {
        parameters: {
            query?: {
                /** @description The revision to compare with; the latest without it. */
                with?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The revision. */
                revisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "path": "path"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description What differs. */
                        changes: components["schemas"]["RevisionChange"][];
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found.revision-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getHydratedRevision: {
        parameters: {
            query: {
                /** @description The connection. */
                connectionId: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The revision. */
                revisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "specVersion": "1.0.0",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "content": {
                     *         "name": "name",
                     *         "provider": "salesforce"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HydratedRevision"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["connection-not-found.integration-not-found.project-not-found.revision-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    rollBackRevision: {
        parameters: {
            query?: {
                /** @description Whether objects that are no longer declared are paused where they are installed. */
                destructive?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The revision. */
                revisionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm",
                     *       "provider": "salesforce",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "latestRevision": {
                     *         "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "specVersion": "1.0.0",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "content": {
                     *           "name": "crm",
                     *           "provider": "salesforce"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["integration-not-found.project-not-found.revision-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.manifest-invalid"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    batchUpsertIntegrations: {
        parameters: {
            query?: {
                /** @description Whether objects that are no longer declared are paused where they are installed. */
                destructive?: boolean;
                /** @description Changes nothing and answers what would change. */
                validateOnly?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sourceYaml": "specVersion: 1.0.0\nintegrations:\n  - name: crm\n    provider: salesforce\n    read:\n      objects:\n        - objectName: Contact\n          destination: crm-webhook\n          schedule: '*\/30 * * * *'\n          requiredFields:\n            - fieldName: LastName\n          optionalFields:\n            - fieldName: Title\n    write:\n      objects:\n        - objectName: Contact\n"
                 *     }
                 */
                "application/json": {
                    /** @description The text of `platform.yaml`. */
                    sourceYaml: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "crm",
                     *         "provider": "salesforce",
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "latestRevision": {
                     *           "id": "rev_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "specVersion": "1.0.0",
                     *           "createTime": "2026-01-15T09:30:00Z",
                     *           "content": {
                     *             "name": "crm",
                     *             "provider": "salesforce"
                     *           }
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Integration"][] | components["schemas"]["ManifestRehearsal"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.manifest-invalid"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    acceptInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "invitedEmail": "ana@acme.example"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The address that was invited.
                     */
                    invitedEmail: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "builder": {
                     *         "id": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "idpProvider": "platform",
                     *         "idpRef": "idpRef",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "projectRoles": {},
                     *       "orgRole": {
                     *         "role": "role",
                     *         "principalType": "team",
                     *         "principalId": "principalId",
                     *         "org": {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       },
                     *       "orgRoles": [
                     *         {
                     *           "role": "role",
                     *           "principalType": "team",
                     *           "principalId": "principalId",
                     *           "org": {
                     *             "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "label": "Acme",
                     *             "defaultTeamId": "defaultTeamId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           }
                     *         }
                     *       ],
                     *       "invitedOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "joinableOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BuilderInfo"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["invite-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOrgInvites: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "inv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "invitedEmail": "invitedEmail",
                     *         "parentType": "org",
                     *         "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "status": "pending",
                     *         "expireTime": "2026-01-15T09:30:00Z",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Invite"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createOrgInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ana@acme.example"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description Whom to invite.
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "invitedEmail": "invitedEmail",
                     *       "parentType": "org",
                     *       "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "link": "link",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["invalid-input.invite-exists.malformed-json.malformed-request.membership-exists"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getOrgInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                orgId: string;
                /** @description The invite. */
                inviteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "invitedEmail": "invitedEmail",
                     *       "parentType": "org",
                     *       "parentId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "status": "pending",
                     *       "expireTime": "2026-01-15T09:30:00Z",
                     *       "link": "link",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Invite"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["invite-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteOrgInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The organization. */
                orgId: string;
                /** @description The invite. */
                inviteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.invite-not-pending.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["invite-not-found.org-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listJWTKeys: {
        parameters: {
            query?: {
                /** @description Only those that are active. */
                active?: boolean;
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "label": "Production",
                     *         "algorithm": "RSA",
                     *         "publicKeyPem": "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2RZ7vuaG7zOLhNZVZt5ZtCyf6KZn\n-----END PUBLIC KEY-----\n",
                     *         "active": true,
                     *         "createTime": "2026-01-15T09:30:00Z",
                     *         "updateTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["JWTKey"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createJWTKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Backend",
                 *       "algorithm": "EdDSA",
                 *       "publicKeyPem": "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A name for people.
                     * @example Production
                     */
                    label: string;
                    /**
                     * @description How tokens are signed. No other algorithm is accepted for this key.
                     * @default RS256
                     * @enum {string}
                     */
                    algorithm?: "RS256" | "ES256" | "EdDSA";
                    /**
                     * @description The public key, as PEM.
                     * @example -----BEGIN PUBLIC KEY-----
                     *     MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
                     *     -----END PUBLIC KEY-----
                     */
                    publicKeyPem?: string;
                    /** @description The public key, as a JWK instead. */
                    publicKeyJwk?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kid": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11"
                     *     }
                     */
                    "application/json": components["schemas"]["JWTKeyResponse"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getJWTKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The JWT key, by its `kid`. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "Production",
                     *       "algorithm": "RSA",
                     *       "publicKeyPem": "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2RZ7vuaG7zOLhNZVZt5ZtCyf6KZn\n-----END PUBLIC KEY-----\n",
                     *       "active": true,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["JWTKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["jwt-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteJWTKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The JWT key, by its `kid`. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["jwt-key-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateJWTKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The JWT key, by its `kid`. */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "active"
                 *       ],
                 *       "jwtKey": {
                 *         "active": false
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values. */
                    jwtKey: {
                        /** @description Whether it is accepted. */
                        active?: boolean;
                        /**
                         * @description A name for people.
                         * @example Production
                         */
                        label?: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0198c7a2-6f1d-7c3e-9a54-2f1b7d0c8e11",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "Production",
                     *       "algorithm": "RSA",
                     *       "publicKeyPem": "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE2RZ7vuaG7zOLhNZVZt5ZtCyf6KZn\n-----END PUBLIC KEY-----\n",
                     *       "active": true,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["JWTKey"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["jwt-key-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listDestinations: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
                /** @description Its name. */
                name?: string;
                /** @description Its kind. */
                type?: components["schemas"]["DestinationType"];
                /** @description Where it stands. */
                status?: components["schemas"]["DestinationStatus"];
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "crm-webhook",
                     *         "type": "webhook",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "metadata": {},
                     *         "status": "enabled",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Destination"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "crm-webhook",
                 *       "type": "webhook",
                 *       "metadata": {
                 *         "url": "https://acme.example/webhooks"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name: string;
                    /** @description Its kind. */
                    type: components["schemas"]["DestinationType"];
                    /** @description Its settings. */
                    metadata: components["schemas"]["DestinationMetadata"];
                    /** @description Its credentials. They are written and never read. */
                    secrets?: components["schemas"]["DestinationCredentials"];
                    /** @description Has the destination answer once before it is created. */
                    verify?: boolean;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm-webhook",
                     *       "type": "webhook",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "metadata": {},
                     *       "status": "enabled",
                     *       "disabledReason": "disabledReason",
                     *       "disabledTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Destination"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["destination-name-taken.idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["destination-unreachable.idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getDestination: {
        parameters: {
            query?: {
                /** @description Whether the reply tells the signing key. Needs `notification:write`. */
                includeSecrets?: boolean;
                /** @description Makes a new signing key first; both sign for 24 hours. */
                rotate?: boolean;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The destination, by its ID or its name. */
                destination: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm-webhook",
                     *       "type": "webhook",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "metadata": {},
                     *       "status": "enabled",
                     *       "disabledReason": "disabledReason",
                     *       "disabledTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "secrets": {}
                     *     }
                     */
                    "application/json": components["schemas"]["DestinationWithSecrets"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteDestination: {
        parameters: {
            query?: {
                /** @description Whether to delete it although something depends on it. */
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The destination, by its ID or its name. */
                destination: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["deliveries-pending"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The destination, by its ID or its name. */
                destination: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "metadata.url"
                 *       ],
                 *       "destination": {
                 *         "metadata": {
                 *           "url": "https://acme.example/new-webhooks"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values. */
                    destination: {
                        /** @description Its name. */
                        name?: string;
                        /** @description Its settings. */
                        metadata?: {
                            /**
                             * @description Where webhooks are sent: `https`.
                             * @example https://acme.example/webhooks
                             */
                            url?: string;
                            /** @description Headers to send with each webhook. */
                            headers?: components["schemas"]["WebhookHeaders"];
                            /** @description Adds `v1a` signatures, verifiable with the public key. */
                            ed25519?: boolean;
                            /** @description The region of the stream or bucket. */
                            region?: string;
                            /** @description The stream. */
                            streamName?: string;
                            /** @description Another endpoint than the provider’s own one. */
                            endpointUrl?: string;
                            /** @description A template that makes the partition key from the message, such as `data.groupRef`: paths, `'texts'`, `a || b` and `join('/', [a, b])`, as in JMESPath. */
                            partitionKeyTemplate?: string;
                            /** @description The bucket. */
                            bucket?: string;
                            /** @description A template that makes the name of the object from the message, or with `batch` that of its folder, such as `join('/', [type, date, id])`. */
                            keyTemplate?: string;
                            /** @description The storage class of objects. */
                            storageClass?: string;
                            /** @description Objects of many messages, one per line, compressed with gzip. */
                            batch?: boolean;
                            /** @description How many messages an object has at most. */
                            batchSize?: number;
                            /** @description How long a message waits for others, in seconds. */
                            maxWaitSecs?: number;
                            /**
                             * @description How serious it is.
                             * @enum {string}
                             */
                            severity?: "debug" | "info" | "warn" | "error";
                            /** @description What to add to each line of the log. */
                            attributes?: {
                                [key: string]: string;
                            };
                        };
                        /** @description Its credentials. They are written and never read. */
                        secrets?: components["schemas"]["DestinationCredentials"];
                        /** @description `false` enables it and sends what was held, oldest first. */
                        disabled?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "crm-webhook",
                     *       "type": "webhook",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "metadata": {},
                     *       "status": "enabled",
                     *       "disabledReason": "disabledReason",
                     *       "disabledTime": "2026-01-15T09:30:00Z",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Destination"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["destination-name-taken"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listEventTopicRoutes: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
                /** @description The topic. */
                topicId?: string;
                /** @description What happens. */
                eventType?: components["schemas"]["NotificationEventType"];
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "etr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "eventType": "connection.created",
                     *         "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NotificationEventTopicRoute"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createEventTopicRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "eventType": "installation.created"
                 *     }
                 */
                "application/json": {
                    /** @description The topic. */
                    topicId: string;
                    /** @description What happens. */
                    eventType: components["schemas"]["NotificationEventType"];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "etr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationEventTopicRoute"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.route-exists"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getEventTopicRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The route. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "etr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "eventType": "connection.created",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationEventTopicRoute"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteEventTopicRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The route. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listTopicDestinationRoutes: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
                /** @description The topic. */
                topicId?: string;
                /** @description The destination. */
                destinationId?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "tdr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TopicDestinationRoute"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                 *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra"
                 *     }
                 */
                "application/json": {
                    /** @description The topic. */
                    topicId: string;
                    /** @description The destination. */
                    destinationId: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tdr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TopicDestinationRoute"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["destination-not-found.project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.route-exists"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The route. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tdr_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "topicId": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "destinationId": "dest_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TopicDestinationRoute"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteTopicDestinationRoute: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The route. */
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["notification-route-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listTopics: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
                /** @description Its name. */
                name?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "lifecycle",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Topic"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "lifecycle"
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "lifecycle",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Topic"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.topic-name-taken"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getTopic: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The topic. */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "lifecycle",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Topic"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteTopic: {
        parameters: {
            query?: {
                /** @description Whether to delete it although something depends on it. */
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The topic. */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The topic. */
                topicId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "everything"
                 *     }
                 */
                "application/json": {
                    /** @description Its name. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "top_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "lifecycle",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Topic"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.topic-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["topic-name-taken"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listCustomFields: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "objectName": "Contact",
                     *         "fieldName": "LastName",
                     *         "action": "create",
                     *         "displayName": "displayName",
                     *         "valueType": "valueType",
                     *         "applyTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["CustomField"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    upsertMetadataForInstallation: {
        parameters: {
            query?: {
                /** @description Whether only to tell what would be done. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "fields": {
                 *         "Contact": [
                 *           {
                 *             "fieldName": "Seniority_Level",
                 *             "displayName": "Seniority",
                 *             "valueType": "singleSelect",
                 *             "stringOptions": {
                 *               "values": [
                 *                 "Junior",
                 *                 "Senior"
                 *               ]
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpsertMetadataRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "fields": {},
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *     }
                     */
                    "application/json": components["schemas"]["UpsertMetadataResponse"];
                };
            };
            400: components["responses"]["fields-refused.invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing.provider-permission-missing.sign-in-again"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getObjectMetadataForInstallation: {
        parameters: {
            query: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef: string;
                /** @description Leaves out fields that cannot be written. */
                excludeReadOnly?: boolean;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Contact",
                     *       "displayName": "displayName",
                     *       "mappedObjectName": "mappedObjectName",
                     *       "fields": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ObjectMetadata"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.object-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    sampleRecords: {
        parameters: {
            query: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef: string;
                /** @description The provider’s fields, at most 50, with commas between them. */
                fieldNames: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "records": [
                     *         {
                     *           "fields": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description None where the object has no record yet. */
                        records: components["schemas"]["SampleRecord"][];
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["connection-not-found.integration-not-found.object-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    upsertMetadataForConnection: {
        parameters: {
            query?: {
                /** @description Whether only to tell what would be done. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The provider’s name in the catalogue, such as `salesforce`. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "fields": {
                 *         "Contact": [
                 *           {
                 *             "fieldName": "Seniority_Level",
                 *             "displayName": "Seniority",
                 *             "valueType": "singleSelect",
                 *             "stringOptions": {
                 *               "values": [
                 *                 "Junior",
                 *                 "Senior"
                 *               ]
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpsertMetadataRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "fields": {},
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *     }
                     */
                    "application/json": components["schemas"]["UpsertMetadataResponse"];
                };
            };
            400: components["responses"]["fields-refused.invalid-input.malformed-json.malformed-request.provider-not-supported"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing.provider-permission-missing.sign-in-again"];
            404: components["responses"]["connection-not-found.project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getObjectMetadataForConnection: {
        parameters: {
            query: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef: string;
                /** @description Leaves out fields that cannot be written. */
                excludeReadOnly?: boolean;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The provider’s name in the catalogue, such as `salesforce`. */
                provider: string;
                /** @description What the provider calls the object, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Contact",
                     *       "displayName": "displayName",
                     *       "mappedObjectName": "mappedObjectName",
                     *       "fields": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ObjectMetadata"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["connection-not-found.object-not-found.project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            422: components["responses"]["credentials-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getInstallationActivity: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "objects": {}
                     *     }
                     */
                    "application/json": components["schemas"]["InstallationActivity"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getBackfillProgress: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "objectName": "Contact",
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "recordsProcessed": 1,
                     *       "recordsEstimatedTotal": 1,
                     *       "percent": 1,
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["BackfillProgress"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["backfill-not-found.installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOperations: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "configId": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "actionType": "read",
                     *           "status": "in_progress",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "done": true,
                     *         "nextPageToken": "cDE6b3BfMDFqeg"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @description The items of this page. */
                        results: components["schemas"]["Operation"][];
                        /** @description Whether there are more. */
                        pagination: {
                            /** @description Whether this is the last page. */
                            done: boolean;
                            /**
                             * @description The `pageToken` of the next page.
                             * @example cDE6b3BfMDFqeg
                             */
                            nextPageToken?: string;
                        };
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The operation: one run of a read. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "configId": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "actionType": "read",
                     *       "status": "in_progress",
                     *       "result": "result",
                     *       "metadata": {},
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["operation-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOperationLogs: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The operation: one run of a read. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "timestamp": "2026-01-15T09:30:00Z",
                     *         "message": {
                     *           "msg": "Read 200 records of Contact."
                     *         },
                     *         "severity": "info"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Log"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["operation-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    cancelOperation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The operation: one run of a read. */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "integrationId": "int_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "configId": "conf_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "installationId": "inst_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "actionType": "read",
                     *       "status": "in_progress",
                     *       "result": "result",
                     *       "metadata": {},
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["operation-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.operation-ended"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getMyInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "builder": {
                     *         "id": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "idpProvider": "platform",
                     *         "idpRef": "idpRef",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       },
                     *       "projectRoles": {},
                     *       "orgRole": {
                     *         "role": "role",
                     *         "principalType": "team",
                     *         "principalId": "principalId",
                     *         "org": {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       },
                     *       "orgRoles": [
                     *         {
                     *           "role": "role",
                     *           "principalType": "team",
                     *           "principalId": "principalId",
                     *           "org": {
                     *             "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *             "label": "Acme",
                     *             "defaultTeamId": "defaultTeamId",
                     *             "createTime": "2026-01-15T09:30:00Z"
                     *           }
                     *         }
                     *       ],
                     *       "invitedOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ],
                     *       "joinableOrgs": [
                     *         {
                     *           "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *           "label": "Acme",
                     *           "defaultTeamId": "defaultTeamId",
                     *           "createTime": "2026-01-15T09:30:00Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BuilderInfo"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Acme"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A name for people.
                     * @example Production
                     */
                    label: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "Acme",
                     *       "defaultTeamId": "defaultTeamId",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["email-not-verified"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getOrg: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "Acme",
                     *       "defaultTeamId": "defaultTeamId",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "label"
                 *       ],
                 *       "org": {
                 *         "label": "Acme Corporation"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The organization. */
                    org: {
                        /**
                         * @description A name for people.
                         * @example Production
                         */
                        label?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "label": "Acme",
                     *       "defaultTeamId": "defaultTeamId",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description Only changes that this builder, key or consumer made. */
                actor?: string;
                /** @description Only changes of this kind, such as `updateProject`. */
                action?: string;
                /** @description Only changes in this project. */
                projectId?: string;
                /** @description Only changes of what is at this path or below it. */
                target?: string;
                /** @description Only what happened at this time or later. */
                from?: string;
                /** @description Only what happened before this time. */
                to?: string;
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "aud_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "time": "2026-01-15T09:30:00Z",
                     *         "actor": {
                     *           "kind": "kind",
                     *           "id": "id"
                     *         },
                     *         "action": "updateProject",
                     *         "target": "/v1/projects/acme-crm",
                     *         "requestId": "req_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AuditRecord"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listOrgBuilders: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "idpProvider": "platform",
                     *         "idpRef": "idpRef",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Builder"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    addUserToOrg: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The organization. */
                orgId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The builder.
                     * @example bld_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    builderId: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.membership-exists"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["email-not-verified.owner-required"];
            404: components["responses"]["builder-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getMembership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                orgId: string;
                /** @description The builder. */
                builderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            404: components["responses"]["membership-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    removeMembership: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The organization. */
                orgId: string;
                /** @description The builder. */
                builderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["membership-not-found.org-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["last-owner"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateMembership: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The organization. */
                orgId: string;
                /** @description The builder. */
                builderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "admin"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What its holder may do.
                     * @enum {string}
                     */
                    role: "owner" | "admin" | "member";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "builderId": "bld_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "role": "owner",
                     *       "createTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Membership"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required"];
            404: components["responses"]["membership-not-found.org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["last-owner"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listConsumers: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "consumerRef": "user-42",
                     *         "consumerName": "Hank Scorpio",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Consumer"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    eraseConsumer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description Your own reference to an end user. */
                consumerRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "installations": 1,
                     *       "connections": 1,
                     *       "events": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Erased"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["consumer-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listGroups: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "groupRef": "customer-7",
                     *         "groupName": "Globex",
                     *         "projectId": "projectId",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Group"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    eraseGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "installations": 1,
                     *       "connections": 1,
                     *       "events": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Erased"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["group-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "name": "name",
                     *         "appName": "Acme CRM",
                     *         "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Project"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "acme-crm",
                 *       "appName": "Acme CRM",
                 *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What end users see as the name of your product.
                     * @example Acme CRM
                     */
                    appName: string;
                    /**
                     * @description Addresses the project in URLs: letters, digits and dashes. Unique on the server, and stored in lower case.
                     * @example acme-crm
                     */
                    name: string;
                    /**
                     * @description The organization.
                     * @example org_01jz5q0f8kf3bvw9s2m6t4x7ra
                     */
                    orgId: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "appName": "Acme CRM",
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "entitlements": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["org-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.project-name-taken"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getProject: {
        parameters: {
            query?: {
                /** @description Whether the reply tells `entitlements`. */
                includeEntitlements?: boolean;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "appName": "Acme CRM",
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "entitlements": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteProject: {
        parameters: {
            query?: {
                /** @description Whether to delete it although something depends on it. */
                force?: boolean;
            };
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["bearer-required.credential-invalid.credential-missing"];
            403: components["responses"]["owner-required.permission-missing"];
            404: components["responses"]["project-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["project-in-use"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "appName"
                 *       ],
                 *       "project": {
                 *         "appName": "Acme CRM Pro"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The project. */
                    project: {
                        /**
                         * @description What end users see as the name of your product.
                         * @example Acme CRM
                         */
                        appName?: string;
                        /**
                         * @description The new name. Links by the project’s ID keep working.
                         * @example acme-crm
                         */
                        name?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "name": "name",
                     *       "appName": "Acme CRM",
                     *       "orgId": "org_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z",
                     *       "entitlements": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["project-name-taken"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listProviderApps: {
        parameters: {
            query?: {
                /** @description How many items a page has at most. */
                pageSize?: number;
                /** @description Where the page begins: from the `Link` header of the page before. */
                pageToken?: string;
            };
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The next page, `rel="next"`. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *         "provider": "salesforce",
                     *         "clientId": "3MVG9acmeClient",
                     *         "createTime": "2026-01-15T09:30:00Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ProviderApp"][];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    createProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "provider": "hubspot",
                 *       "clientId": "8d8c9c5e-acme",
                 *       "clientSecret": "a-long-secret",
                 *       "scopes": [
                 *         "crm.objects.contacts.read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Your own name for the app, to tell several of one provider apart. */
                    externalRef?: string;
                    /**
                     * @description The provider, as the catalogue names it.
                     * @example salesforce
                     */
                    provider: string;
                    /**
                     * @description The client ID of the OAuth client.
                     * @example 3MVG9acmeClient
                     */
                    clientId: string;
                    /**
                     * @description The client’s secret. It is written and never read.
                     * @example a-long-secret
                     */
                    clientSecret: string;
                    /** @description What it was granted. */
                    scopes?: string[];
                    /** @description Its settings. */
                    metadata?: components["schemas"]["ProviderAppMetadata"];
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "externalRef": "externalRef",
                     *       "provider": "salesforce",
                     *       "clientId": "3MVG9acmeClient",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "metadata": {},
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused.provider-app-exists"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getProviderApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The provider app; the provider’s default one when left out. */
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "externalRef": "externalRef",
                     *       "provider": "salesforce",
                     *       "clientId": "3MVG9acmeClient",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "metadata": {},
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-app-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deleteProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The provider app; the provider’s default one when left out. */
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-app-not-found"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    updateProviderApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was read; 412 when it has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The provider app; the provider’s default one when left out. */
                providerAppId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "updateMask": [
                 *         "clientSecret"
                 *       ],
                 *       "providerApp": {
                 *         "clientSecret": "a-new-secret"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The fields to change, as dot paths; `\.` and `\:` escape. Others that are sent are ignored. */
                    updateMask: string[];
                    /** @description The new values. */
                    providerApp: {
                        /** @description Your own name for the app, to tell several of one provider apart. */
                        externalRef?: string;
                        /**
                         * @description The provider, as the catalogue names it.
                         * @example salesforce
                         */
                        provider?: string;
                        /**
                         * @description The client ID of the OAuth client.
                         * @example 3MVG9acmeClient
                         */
                        clientId?: string;
                        /**
                         * @description The client’s secret. It is written and never read.
                         * @example a-long-secret
                         */
                        clientSecret?: string;
                        /** @description What it was granted. */
                        scopes?: string[];
                        /** @description Its settings. */
                        metadata?: components["schemas"]["ProviderAppMetadata"];
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "papp_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "projectId": "proj_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "externalRef": "externalRef",
                     *       "provider": "salesforce",
                     *       "clientId": "3MVG9acmeClient",
                     *       "scopes": [
                     *         "text"
                     *       ],
                     *       "metadata": {},
                     *       "createTime": "2026-01-15T09:30:00Z",
                     *       "updateTime": "2026-01-15T09:30:00Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderApp"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["project-not-found.provider-app-not-found.provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            412: components["responses"]["precondition-failed"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["provider-app-exists"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": components["schemas"]["CatalogType"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    getProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The provider’s name in the catalogue, such as `salesforce`. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "salesforce",
                     *       "displayName": "displayName",
                     *       "authType": "oauth2",
                     *       "baseURL": "https://{{.workspace}}.my.salesforce.com",
                     *       "defaultModule": "crm",
                     *       "oauth2Opts": {
                     *         "grantType": "authorizationCode",
                     *         "tokenURL": "https://login.salesforce.com/services/oauth2/token",
                     *         "explicitScopesRequired": true,
                     *         "explicitWorkspaceRequired": true,
                     *         "tokenMetadataFields": {}
                     *       },
                     *       "apiKeyOpts": {
                     *         "attachmentType": "query"
                     *       },
                     *       "basicOpts": {},
                     *       "customOpts": {},
                     *       "support": {
                     *         "bulkWrite": {
                     *           "insert": true,
                     *           "update": true,
                     *           "upsert": true,
                     *           "delete": true
                     *         },
                     *         "proxy": true,
                     *         "read": true,
                     *         "subscribe": true,
                     *         "write": true,
                     *         "delete": true,
                     *         "search": {
                     *           "operators": {
                     *             "equals": true
                     *           }
                     *         }
                     *       },
                     *       "authHealthCheck": {
                     *         "url": "url"
                     *       },
                     *       "postAuthInfoNeeded": true,
                     *       "media": {},
                     *       "labels": {},
                     *       "subscribeRequirements": {},
                     *       "modules": {},
                     *       "metadata": {},
                     *       "providerAppMetadata": {}
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderInfo"];
                };
            };
            400: components["responses"]["invalid-input.malformed-request"];
            404: components["responses"]["provider-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    pauseInstallation: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
            };
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "objects": [
                 *         "contacts"
                 *       ],
                 *       "note": "While the account is cleaned up"
                 *     }
                 */
                "application/json": {
                    /** @description The objects. */
                    objects?: string[];
                    /** @description Why, for people; it is shown as the reason. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    unpauseInstallation: {
        parameters: {
            query?: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef?: string;
            };
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description The installation, by its ID. */
                installationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "objects": [
                 *         "contacts"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The objects. */
                    objects?: string[];
                    /** @description Why, for the audit log. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    triggerRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "mode": "async",
                 *       "sinceTimestamp": "2026-01-15T00:00:00Z",
                 *       "untilTimestamp": "2026-01-16T00:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Your own reference to a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /**
                     * @description The reply names the operation; results arrive by notification.
                     * @default async
                     * @constant
                     */
                    mode?: "async";
                    /**
                     * Format: date-time
                     * @description Reads what changed at this time or later.
                     * @example 2026-01-15T00:00:00Z
                     */
                    sinceTimestamp?: string;
                    /**
                     * Format: date-time
                     * @description Reads what changed before this time.
                     * @example 2026-01-16T00:00:00Z
                     */
                    untilTimestamp?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    /** @description Where the record is. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description The operation: one run of a read.
                         * @example op_01jz5q0f8kf3bvw9s2m6t4x7ra
                         */
                        operationId: string;
                    };
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use.object-paused"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    deliverResults: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "pages": 10
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Your own reference to a customer: a company, team or workspace.
                     * @example customer-7
                     */
                    groupRef: string;
                    /** @description How many pages, the oldest first; `0` for all that are held. */
                    pages: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    searchRecords: {
        parameters: {
            query: {
                /** @description Your own reference to a customer: a company, team or workspace. */
                groupRef: string;
            };
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "objectName": "Contact",
                 *       "fieldFilters": [
                 *         {
                 *           "fieldName": "LastName",
                 *           "operator": "eq",
                 *           "value": "Ivanova"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": [
                     *         {
                     *           "fields": {},
                     *           "mappedFields": {},
                     *           "raw": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SearchReply"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["credentials-refused.idempotency-key-reused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-refused.provider-unavailable"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
    writeRecords: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body replay the first reply for 24 hours. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The project, by its ID or its name. */
                projectIdOrName: string;
                /** @description The integration, by its ID or its name. */
                integrationId: string;
                /** @description What the provider calls the object, such as `Contact`. */
                objectName: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "groupRef": "customer-7",
                 *       "type": "create",
                 *       "record": {
                 *         "LastName": "Ivanova",
                 *         "Email": "sofia@globex.example"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WriteRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match`. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operationId": "op_01jz5q0f8kf3bvw9s2m6t4x7ra",
                     *       "result": {
                     *         "success": true
                     *       },
                     *       "successCount": 1,
                     *       "failureCount": 1,
                     *       "results": [
                     *         {
                     *           "success": true
                     *         }
                     *       ],
                     *       "errors": [
                     *         {
                     *           "message": "message"
                     *         }
                     *       ],
                     *       "warnings": [
                     *         {
                     *           "message": "message"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WriteReply"];
                };
            };
            400: components["responses"]["invalid-input.malformed-json.malformed-request.object-not-installed"];
            401: components["responses"]["credential-invalid.credential-missing"];
            403: components["responses"]["deletion-not-enabled.permission-missing"];
            404: components["responses"]["installation-not-found.integration-not-found.project-not-found"];
            406: components["responses"]["not-acceptable"];
            408: components["responses"]["request-timeout"];
            409: components["responses"]["idempotency-key-in-use"];
            413: components["responses"]["body-too-large"];
            415: components["responses"]["unsupported-media-type"];
            422: components["responses"]["credentials-refused.idempotency-key-reused.write-refused"];
            429: components["responses"]["too-many-requests"];
            431: components["responses"]["headers-too-large"];
            500: components["responses"]["internal"];
            502: components["responses"]["provider-unavailable.write-outcome-unknown"];
            503: components["responses"]["unavailable"];
            default: components["responses"]["problem"];
        };
    };
}
